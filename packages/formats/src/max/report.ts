import { readStatus, type Finding, type ReadReport, type Skipped } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { tryParse } from '@kamar/codecs/records'
import { readName } from './materials/read-material.js'
import type { SceneMaterials } from './materials/scene-materials.js'
import type { ScenePush } from './push-scene.js'
import type { SceneWriter } from '../kit/scene-writer.js'

const program = '3ds Max'
const maxNamedModifiers = 10
const maxMaterialsNamed = 10

/** Input of the report. */
export interface ReportSource {
  readonly push: ScenePush
  readonly writer: SceneWriter
  readonly materials: SceneMaterials
  readonly isUnitStated: boolean
  /** Nodes whose own records are damaged. */
  readonly damagedNodes: number
  /** Whether the list of objects is truncated. */
  readonly isCut: boolean
}

/** Creates the report: what was read, what is not shown and why, and other notes for the user. */
export function makeReport(source: ReportSource): ReadReport {
  const { materials, push, writer } = source
  const skipped = listSkipped(source)
  const findings = listFindings(source)
  const { instances, triangles } = writer
  return {
    status: readStatus({ skipped, findings }),
    counts: { objects: push.total, triangles, instances },
    skipped,
    findings,
    missingCompanions: [...materials.textures.missing],
    elements: { shown: push.visibleCount, total: push.total },
  }
}

function listSkipped({ damagedNodes, isCut, materials, push }: ReportSource): Skipped[] {
  const missed = [...push.skipped].map(([key, { count, elements }]): Skipped => {
    const [kind = '', reason = ''] = key.split('\n')
    return { kind, reason, count, ...(elements.length > 0 && { elements }) }
  })
  const others: Skipped[] = [
    { kind: 'material', reason: 'not-read', count: materials.unread.size },
    { kind: 'object', reason: 'damaged', count: damagedNodes },
    { kind: 'record', reason: 'file-ends-early', count: isCut ? 1 : 0 },
  ]
  return [...missed, ...others.filter(({ count }) => count > 0)]
}

function listFindings({ isUnitStated, materials, push, writer }: ReportSource): Finding[] {
  const { visibleCount: shownCount, total } = push
  const [x, y, z] = writer.origin
  const isFar = x !== 0 || y !== 0 || z !== 0
  const modifiers = [...push.modifiers].slice(0, maxNamedModifiers).join(', ')
  return [
    {
      code: 'opened-without-program',
      severity: shownCount < total ? 'warning' : 'information',
      details: { program, shown: shownCount, total },
    },
    { code: 'check-dimensions', severity: 'warning', details: { program } },
    ...(isUnitStated ? [] : [{ code: 'unit-missing', severity: 'warning' } as const]),
    ...(modifiers === ''
      ? []
      : [{ code: 'modifiers-not-applied', severity: 'warning', details: { names: modifiers } } as const]),
    ...(materials.unread.size === 0
      ? []
      : [{ code: 'materials-not-read', severity: 'warning', details: { names: unreadNames(materials) } } as const]),
    ...counted('bind-pose', push.bound),
    ...counted('animation-left-out', push.animated),
    ...counted('lights-and-cameras', push.lightsAndCameras),
    ...materials.findings,
    ...(isFar ? [{ code: 'far-from-origin', severity: 'information', details: { x, y, z } } as const] : []),
  ]
}

/** Lists materials by name, with the unsupported kind in brackets. */
const unreadNames = ({ unread }: SceneMaterials): string =>
  [...unread]
    .slice(0, maxMaterialsNamed)
    .map((material) => {
      const kind = cleanName(material.class.name) || material.class.id
      const name = cleanName(tryParse(() => readName(material)) ?? '')
      return name === '' ? kind : `${name} (${kind})`
    })
    .join(', ')

const counted = (code: string, count: number): Finding[] =>
  count > 0 ? [{ code, severity: 'information', details: { count } }] : []
