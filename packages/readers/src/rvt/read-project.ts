import { readStatus } from '@kamar/contracts/core'
import type { Finding, NodeId, PropertySet, ReadReport, ReadContext, Skipped } from '@kamar/scene'
import type { CompoundFile } from '../shared/compound/compound-file.js'
import { throwIfBeyond, throwIfCancelled } from '../shared/room-guards.js'
import { extensibleStorage } from './container/read-record.js'
import { readFacts, type ProjectFacts } from './project/element-facts.js'
import { documentSets } from './scene/document-sets.js'
import { viewsOf } from './project/views-in-space.js'
import { pushViews } from '../shared/saved-views.js'
import { drawnInFamily } from './project/family-document.js'
import { graphicsRecords, shownElements } from './project/elements.js'
import { ProjectFile, type Pause } from './project/project-file.js'
import { ElementTable, ownersOf, withoutDeleted } from './project/element-table.js'
import { readGlobalIds } from './project/global-ids.js'
import { linkPositions, type LinkPosition } from './project/link-positions.js'
import { readWorksets } from './project/worksets.js'
import { listed, ProjectPusher } from './scene/push-project.js'
import { ShapeStore } from './scene/shape-store.js'

/** What the identity says: the node that stands for the file, and how the program is called. */
export interface ProjectIdentity {
  readonly program: string
  pushRoot(sets: readonly PropertySet[]): NodeId
  /** Makes of the report of a read that drew nothing one that says so. */
  undrawn(report: ReadReport): ReadReport
}

/**
 * Reads the elements of a project and pushes what a 3D view shows of them; null when the file brings no classes or no element
 * that is drawn, so that only its identity is left to be told.
 */
export async function readProject(
  file: CompoundFile,
  room: ReadContext,
  identity: ProjectIdentity,
): Promise<ReadReport | null> {
  const project = await ProjectFile.open(file, room.limits.inflatedBytes)
  if (!project) return null
  const table = await ElementTable.open(file, project)
  const { elements: stored, ownFamily, unreadable } = await shownElements(project, pauses(room, 0, 0.1))
  const shown = withoutDeleted(table, stored)
  const records = await graphicsRecords(project, pauses(room, 0.1, 0.2))
  if (![...shown.keys()].some((id) => records.has(id))) return null
  const facts = await readFacts(project, shown, pauses(room, 0.2, 0.5))
  const elements = project.isFamily ? drawnInFamily(shown, facts, ownFamily) : shown
  throwIfBeyond('nodes', elements.size, room.limits)
  const worksets = await readWorksets(file, project, { table, shown: elements })
  const globalIds = await readGlobalIds(file, project, { table, facts, shown: elements.keys() })
  facts.owners = ownersOf(table, elements)
  facts.worksets = worksets ?? new Map()
  facts.globalIds = globalIds ?? new Map()
  const shapes = new ShapeStore({ records, schema: project.schema, facts, scene: room.scene, limits: room.limits })
  const pusher = new ProjectPusher(room, { facts, shapes, root: identity.pushRoot(documentSets(facts)) })
  await pusher.push([...elements.values()])
  const inSpace = viewsOf(facts.viewsInSpace.values(), facts.viewers, elements.values())
  const leftOut = inSpace.leftOut + pushViews(room.scene, inSpace.views)
  const views = { shown: inSpace.views.length + inSpace.leftOut - leftOut, leftOut }
  room.progress(1, 'meshing')
  const unreadableTables = [worksets, globalIds].filter((one) => one === null).length
  const { program } = identity
  const links = linkPositions(facts, elements)
  const report = reportOf({
    program,
    pusher,
    shapes,
    facts,
    links,
    unreadable,
    unreadableTables,
    project,
    views,
  })
  return pusher.pushed.shown > 0 ? report : identity.undrawn(report)
}

/** Sees a cancel and lets others work between two groups; progress runs from one share to another. */
const pauses =
  (room: ReadContext, from: number, to: number): Pause =>
  async (fraction) => {
    throwIfCancelled(room.signal)
    room.progress(from + (to - from) * fraction, 'reading')
    await room.scene.settle()
  }

interface Outcome {
  readonly program: string
  readonly pusher: ProjectPusher
  readonly shapes: ShapeStore
  readonly facts: ProjectFacts
  readonly links: readonly LinkPosition[]
  readonly unreadable: number
  /** Tables of worksets and ids: elements are shown without them. */
  readonly unreadableTables: number
  readonly project: ProjectFile
  /** Views in space. */
  readonly views: { readonly shown: number; readonly leftOut: number }
}

function reportOf(outcome: Outcome): ReadReport {
  const { pusher, shapes, facts } = outcome
  const skipped = skippedOf(outcome)
  const findings = findingsOf(outcome)
  const { shown, total } = pusher.pushed
  return {
    status: readStatus({ skipped, findings }),
    counts: {
      elements: pusher.pushed.shown,
      triangles: shapes.triangles,
      materials: facts.materials.size,
      levels: facts.levels.size,
      views: facts.views.size,
      sheets: facts.sheets.size,
    },
    skipped,
    findings,
    missingCompanions: [],
    elements: { shown, total },
  }
}

function skippedOf({ pusher, shapes, facts, unreadable, unreadableTables, project }: Outcome): Skipped[] {
  const { damaged, incomplete, lines } = pusher.pushed
  const storage = [...facts.unreadable].filter(([, reason]) => reason === extensibleStorage).map(([id]) => String(id))
  const other = [...facts.unreadable].filter(([, reason]) => reason !== extensibleStorage).map(([id]) => String(id))
  const rows: Skipped[] = [
    { kind: 'element', reason: 'damaged', count: damaged.length, elements: listed(damaged) },
    { kind: 'element', reason: 'some-faces-missing', count: incomplete.length, elements: listed(incomplete) },
    { kind: 'face', reason: 'not-read', count: shapes.losses.faces },
    { kind: 'properties', reason: 'extensible-storage', count: storage.length, elements: listed(storage) },
    { kind: 'properties', reason: 'damaged', count: other.length + unreadableTables, elements: listed(other) },
    { kind: 'record', reason: 'damaged', count: unreadable + project.damagedGroups },
    ...[...lines].map(([kind, count]) => ({ kind, reason: 'lines-not-read', count })),
  ]
  return rows.filter(({ count }) => count > 0)
}

function findingsOf({ program, pusher, facts, links, views }: Outcome): Finding[] {
  const { shown, total } = pusher.pushed
  const linkNames = [...facts.links.values()].map(({ name }) => lastPart(name))
  const unnamed = pusher.properties.unnamed
  return [
    { code: 'opened-without-program', severity: 'information', details: { program, shown, total } },
    { code: 'check-dimensions', severity: 'warning', details: { program } },
    ...(linkNames.length > 0
      ? [{ code: 'linked-models-missing', severity: 'warning', details: { names: linkNames.join(', ') } } as const]
      : []),
    ...links.map(({ name, ...position }): Finding => {
      return { code: 'linked-model-position', severity: 'information', details: { name: lastPart(name), ...position } }
    }),
    ...counted('saved-views', views.shown),
    ...counted('saved-views-left-out', views.leftOut),
    ...(unnamed > 0
      ? [{ code: 'parameters-without-name', severity: 'information', details: { count: unnamed } } as const]
      : []),
  ]
}

const counted = (code: string, count: number): Finding[] =>
  count > 0 ? [{ code, severity: 'information', details: { count } }] : []

/** Of a path only the name of the file: the rest tells about somebody's machine. */
const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
