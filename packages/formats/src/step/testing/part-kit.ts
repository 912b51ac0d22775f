import { runReader, type ReaderRun } from '@kamar/test-kit'
import { ProductWriter, ShapeWriter, StepWriter } from '../fixtures/step-writer.js'
import { reader } from '../reader.js'
import { encodeText } from './parse-step.js'

/** Writers for test files. */
export interface PartKit {
  readonly writer: StepWriter
  readonly shapes: ShapeWriter
  readonly products: ProductWriter
  /** Context of millimetres. */
  readonly context: string
}

/** Builds a file from a test's statements. */
export function formatFile(write: (kit: PartKit) => void): string {
  const writer = new StepWriter()
  const products = new ProductWriter(writer)
  write({ writer, shapes: new ShapeWriter(writer), products, context: products.shapeContext('mm') })
  return writer.file('AUTOMOTIVE_DESIGN', 'test')
}

/** Builds a file of one part with these items. */
export function formatPart(
  items: (kit: PartKit) => readonly string[],
  type = 'ADVANCED_BREP_SHAPE_REPRESENTATION',
): string {
  return formatFile((kit) => void kit.products.part('P', { type, items: items(kit), context: kit.context }))
}

/** Reads a text; fails on any outcome but a report or a listed failure. */
export function readText(text: string, name = 'test.stp'): Promise<ReaderRun> {
  return runReader(reader, encodeText(text), { name })
}

/** Places a part in another; returns the placement. */
export function addUse(
  { writer }: PartKit,
  child: { readonly definition: string; readonly representation: string },
  parent: { readonly definition: string; readonly representation: string },
  {
    name,
    from,
    to,
    isBackward = false,
  }: { readonly name: string; readonly from: string; readonly to: string; readonly isBackward?: boolean },
): string {
  const usage = writer.add(
    `NEXT_ASSEMBLY_USAGE_OCCURRENCE('${name}-id','${name}','',${parent.definition},${child.definition},'R1')`,
  )
  const shape = writer.add(`PRODUCT_DEFINITION_SHAPE('','',${usage})`)
  const transformation = writer.add(
    `ITEM_DEFINED_TRANSFORMATION('','',${isBackward ? `${to},${from}` : `${from},${to}`})`,
  )
  const [first, second] = isBackward
    ? [parent.representation, child.representation]
    : [child.representation, parent.representation]
  const relation = writer.add(
    `(REPRESENTATION_RELATIONSHIP('','',${first},${second})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION(${transformation})SHAPE_REPRESENTATION_RELATIONSHIP())`,
  )
  return writer.add(`CONTEXT_DEPENDENT_SHAPE_REPRESENTATION(${relation},${shape})`)
}

/** Lists names of nodes with those of their parents: `LAMP/stand/plate`. */
export function listPaths({ scene }: ReaderRun): string[] {
  const formatPath = (node: number): string => {
    const { parent, name } = scene.nodes[node] ?? { parent: null, name: '' }
    return parent === null ? name : `${formatPath(parent)}/${name}`
  }
  return scene.nodes.map((_, node) => formatPath(node))
}

/** Lists properties of a node as `set: name = value unit`. */
export function listProperties({ scene }: ReaderRun, node: number): string[] {
  return (scene.assignments.get(node) ?? []).flatMap((id) => {
    const set = scene.propertySets[id]
    return (set?.properties ?? []).map(
      ({ name, value, unit }) => `${set?.name}: ${name} = ${String(value)}${unit === undefined ? '' : ` ${unit}`}`,
    )
  })
}

/** Returns the position of an instance's origin, in millimetres. */
export function getPosition({ scene }: ReaderRun, instance: number): number[] {
  return (scene.instances[instance]?.placement ?? []).slice(9).map((value) => Math.round(value * 1e6) / 1e3 + 0)
}
