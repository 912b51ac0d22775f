import type { Finding, ReadReport } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { tryParse } from '@kamar/codecs/records'
import { readName } from './materials/read-material.js'
import type { SceneMaterials } from './materials/scene-materials.js'
import type { ScenePush } from './push-scene.js'
import type { SceneWriter } from '../kit/scene-writer.js'
import {
  buildReport,
  warning,
  findingIf,
  countedFinding,
  farFromOriginFinding,
  proprietaryFindings,
} from '../kit/report.js'

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
  const { damagedNodes, isCut, materials, push, writer } = source
  const { instances, triangles } = writer
  const skipped = [
    ...push.skipped.list,
    { kind: 'material', reason: 'not-read', count: materials.unread.size },
    { kind: 'object', reason: 'damaged', count: damagedNodes },
    { kind: 'record', reason: 'file-ends-early', count: isCut ? 1 : 0 },
  ]
  return buildReport({
    counts: { objects: push.total, triangles, instances },
    skipped,
    findings: listFindings(source),
    missingCompanions: materials.textures.missing,
    elements: { shown: push.visibleCount, total: push.total },
  })
}

function listFindings({ isUnitStated, materials, push, writer }: ReportSource): Finding[] {
  const modifiers = [...push.modifiers].slice(0, maxNamedModifiers).join(', ')
  return [
    ...proprietaryFindings('3ds Max', { shown: push.visibleCount, total: push.total }),
    ...findingIf(!isUnitStated, warning('unit-missing')),
    ...findingIf(modifiers !== '', warning('modifiers-not-applied', { names: modifiers })),
    ...findingIf(materials.unread.size > 0, warning('materials-not-read', { names: unreadNames(materials) })),
    ...countedFinding('bind-pose', push.bound),
    ...countedFinding('animation-left-out', push.animated),
    ...countedFinding('lights-and-cameras', push.lightsAndCameras),
    ...materials.findings,
    ...farFromOriginFinding(writer.origin),
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
