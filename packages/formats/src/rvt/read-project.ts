import {
  type Finding,
  type NodeId,
  type PropertySet,
  type ReadReport,
  type ReadContext,
  type Skipped,
  throwIfBeyond,
  throwIfCancelled,
} from '@kamar/core'
import type { CompoundFile } from '@kamar/codecs/compound-file'
import { extensibleStorage } from './container/read-record.js'
import { readProjectData, type ProjectData } from './project/project-data.js'
import { documentSets } from './scene/document-sets.js'
import { createSavedViews } from './project/views-in-space.js'
import { writeViews } from '../kit/saved-views.js'
import { drawnInFamily } from './project/family-document.js'
import { graphicsRecords, shownElements } from './project/elements.js'
import { ProjectFile, type Pause } from './project/project-file.js'
import { ElementTable, readOwners, withoutDeleted } from './project/element-table.js'
import { readGlobalIds } from './project/global-ids.js'
import { linkPositions, type LinkPosition } from './project/link-positions.js'
import { readWorksets } from './project/worksets.js'
import { listed, ProjectWriter } from './scene/project-writer.js'
import { ShapeStore } from './scene/shape-store.js'
import { buildReport, warning, information, findingIf, countedFinding, proprietaryFindings } from '../kit/report.js'

/** Identity of the file: its root node and the name of the authoring program. */
export interface ProjectIdentity {
  readonly program: string
  pushRoot(sets: readonly PropertySet[]): NodeId
  /** Converts the report of a read without drawable content to one that says so. */
  undrawn(report: ReadReport): ReadReport
}

/**
 * Reads the elements of a project and writes the content of a 3D view; returns null when the file has no class schema
 * or no drawn element, so that only its identity remains to be reported.
 */
export async function readProject(
  file: CompoundFile,
  context: ReadContext,
  identity: ProjectIdentity,
): Promise<ReadReport | null> {
  const project = await ProjectFile.open(file, context.limits.inflatedBytes)
  if (!project) return null
  const table = await ElementTable.open(file, project)
  const { elements: stored, ownFamily, unreadable } = await shownElements(project, pauses(context, 0, 0.1))
  const visibleElements = withoutDeleted(table, stored)
  const records = await graphicsRecords(project, pauses(context, 0.1, 0.2))
  if (![...visibleElements.keys()].some((id) => records.has(id))) return null
  const projectData = await readProjectData(project, visibleElements, pauses(context, 0.2, 0.5))
  const elements = project.isFamily ? drawnInFamily(visibleElements, projectData, ownFamily) : visibleElements
  throwIfBeyond('nodes', elements.size, context.limits)
  const worksets = await readWorksets(file, project, { table, visibleIds: elements })
  const globalIds = await readGlobalIds(file, project, { table, projectData, visibleIds: elements.keys() })
  projectData.owners = readOwners(table, elements)
  projectData.worksets = worksets ?? new Map()
  projectData.globalIds = globalIds ?? new Map()
  const shapes = new ShapeStore({
    records,
    schema: project.schema,
    projectData,
    scene: context.scene,
    limits: context.limits,
  })
  const writer = new ProjectWriter(context, { projectData, shapes, root: identity.pushRoot(documentSets(projectData)) })
  await writer.push([...elements.values()])
  const inSpace = createSavedViews(projectData.viewsInSpace.values(), projectData.viewers, elements.values())
  const omitted = inSpace.omitted + writeViews(context.scene, inSpace.views)
  const views = { visibleCount: inSpace.views.length + inSpace.omitted - omitted, omitted }
  context.progress(1, 'meshing')
  const unreadableTables = [worksets, globalIds].filter((one) => one === null).length
  const { program } = identity
  const links = linkPositions(projectData, elements)
  const report = createReport({
    program,
    writer,
    shapes,
    projectData,
    links,
    unreadable,
    unreadableTables,
    project,
    views,
  })
  return writer.pushed.visibleCount > 0 ? report : identity.undrawn(report)
}

/** Checks for cancellation and yields between two groups; progress runs from one fraction to another. */
const pauses =
  (context: ReadContext, from: number, to: number): Pause =>
  async (fraction) => {
    throwIfCancelled(context.signal)
    context.progress(from + (to - from) * fraction, 'reading')
    await context.scene.settle()
  }

interface Outcome {
  readonly program: string
  readonly writer: ProjectWriter
  readonly shapes: ShapeStore
  readonly projectData: ProjectData
  readonly links: readonly LinkPosition[]
  readonly unreadable: number
  /** Number of unreadable tables of worksets and ids; elements are shown without them. */
  readonly unreadableTables: number
  readonly project: ProjectFile
  /** 3D views. */
  readonly views: { readonly visibleCount: number; readonly omitted: number }
}

function createReport(outcome: Outcome): ReadReport {
  const { writer, shapes, projectData } = outcome
  const { visibleCount: visibleElements, total } = writer.pushed
  return buildReport({
    counts: {
      elements: writer.pushed.visibleCount,
      triangles: shapes.triangles,
      materials: projectData.materials.size,
      levels: projectData.levels.size,
      views: projectData.views.size,
      sheets: projectData.sheets.size,
    },
    skipped: listSkipped(outcome),
    findings: listFindings(outcome),
    elements: { shown: visibleElements, total },
  })
}

function listSkipped({ writer, shapes, projectData, unreadable, unreadableTables, project }: Outcome): Skipped[] {
  const { damaged, incomplete, lines } = writer.pushed
  const storage = [...projectData.unreadable]
    .filter(([, reason]) => reason === extensibleStorage)
    .map(([id]) => String(id))
  const other = [...projectData.unreadable]
    .filter(([, reason]) => reason !== extensibleStorage)
    .map(([id]) => String(id))
  return [
    { kind: 'element', reason: 'damaged', count: damaged.length, elements: listed(damaged) },
    { kind: 'element', reason: 'some-faces-missing', count: incomplete.length, elements: listed(incomplete) },
    { kind: 'face', reason: 'not-read', count: shapes.losses.faces },
    { kind: 'properties', reason: 'extensible-storage', count: storage.length, elements: listed(storage) },
    { kind: 'properties', reason: 'damaged', count: other.length + unreadableTables, elements: listed(other) },
    { kind: 'record', reason: 'damaged', count: unreadable + project.damagedGroups },
    ...[...lines].map(([kind, count]) => ({ kind, reason: 'lines-not-read', count })),
  ]
}

function listFindings({ program, writer, projectData, links, views }: Outcome): Finding[] {
  const { visibleCount: visibleElements, total } = writer.pushed
  const linkNames = [...projectData.links.values()].map(({ name }) => lastPart(name))
  return [
    ...proprietaryFindings(program, { shown: visibleElements, total }, information),
    ...findingIf(linkNames.length > 0, warning('linked-models-missing', { names: linkNames.join(', ') })),
    ...links.map(({ name, ...position }) =>
      information('linked-model-position', { name: lastPart(name), ...position }),
    ),
    ...countedFinding('saved-views', views.visibleCount),
    ...countedFinding('saved-views-left-out', views.omitted),
    ...countedFinding('parameters-without-name', writer.properties.unnamed),
  ]
}

/** Returns only the file name of a path: the rest reveals details of a user's machine. */
const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
