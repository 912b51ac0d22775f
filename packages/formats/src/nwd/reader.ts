import {
  TranslationError,
  type ByteSource,
  type Property,
  type ReadReport,
  type ReadContext,
  type Reader,
  lengthUnits,
  type LengthUnit,
} from '@kamar/core'
import { writeIdentity, undrawnReport } from '../kit/write-identity.js'
import { baseName } from '@kamar/codecs/text'
import { requireOwnFormat } from '../kit/own-format.js'
import { SceneWriter } from '../kit/scene-writer.js'
import { descriptor } from './descriptor.js'
import { Inflation } from './container/chunk-bytes.js'
import { readDirectory, type Directory } from './container/directory.js'
import { type Chunk } from './container/chunk-bytes.js'
import { listForms } from './container/form.js'
import { groupModels, getPartName, parts } from './container/models.js'
import { pushShapes } from './push-shapes.js'
import { PushedTree } from './push-tree.js'
import { pushSavedViews } from './push-views.js'
import { readModel, type Model, type ModelContent, type ModelReading } from './read-model.js'
import { makeReport, type PushedModel } from './report.js'

/** The Navisworks reader; see the README of this folder. */
export const reader: Reader = { descriptor: descriptor, read }

const encryptedType = 3
const program = 'Navisworks'
const identity = { formatId: 'nwd', program, version: '', preview: null } as const

async function read(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  await requireOwnFormat(descriptor, input, context.signal)
  context.progress(0, 'reading')
  const directory = await readDirectory(input)
  // Two chunks are encrypted in every file; with a password, the document's shapes and tree are encrypted as well.
  if (directory.chunks.some((chunk) => chunk.type === encryptedType && isContent(chunk))) {
    throw new TranslationError({ code: 'encrypted' })
  }
  const reading = { input, inflation: new Inflation(context), forms: listForms(directory.fileVersion) }
  const pushed = await new DocumentWork({ context, reading, directory }).run()
  if (pushed !== null) return pushed
  return writeIdentity(context, { ...identity, properties: listFileProperties(directory) })
}

const isContent = (chunk: Chunk): boolean => /^(LcOpNwdGeometry|LcOpNwdLogicalHierarchy)$/.test(getPartName(chunk))

const countParts = ({ chunks }: Directory, part: string): number =>
  chunks.filter((chunk) => getPartName(chunk) === part).length

/** Review data that users add to a document, and the chunks with them. */
const reviews: readonly (readonly [name: string, part: string])[] = [
  ['Clash tests', 'LcOpClashElement'],
  ['Selection sets', 'LcOpSelectionSetsElement'],
  ['Timelines', 'LcTlTimelinerElement'],
]

function listFileProperties(directory: Directory): Property[] {
  const contents = [['Saved viewpoints', parts.savedViews] as const, ...reviews]
  return [
    { name: 'File version', value: directory.fileVersion },
    { name: 'Container', value: `lichunk-${String(directory.container).padStart(3, '0')}` },
    { name: 'Models', value: countParts(directory, parts.shapes) },
    ...contents.flatMap(([name, part]) => (countParts(directory, part) > 0 ? [{ name, value: true }] : [])),
  ]
}

/** Returns the common unit of all models; null where they differ. */
function findCommonUnit(models: readonly Model[]): LengthUnit | null {
  const [first, ...others] = models.map(({ partition }) => partition?.unit ?? lengthUnits.metre)
  return others.every(({ metres }) => metres === first.metres) ? first : null
}

interface DocumentInput {
  readonly context: ReadContext
  readonly reading: ModelReading
  readonly directory: Directory
}

/** Writer of the models of a document, one after another. */
class DocumentWork {
  readonly #input: DocumentInput
  readonly #writer: SceneWriter
  readonly #trees = new Map<Model, PushedTree>()
  /** Whether every model shown states its unit; null before the first. */
  #isUnitStated: boolean | null = null

  constructor(input: DocumentInput) {
    this.#input = input
    this.#writer = new SceneWriter(input.context)
  }

  /** Returns null where there is no model. */
  async run(): Promise<ReadReport | null> {
    const { directory, reading, context } = this.#input
    const models = groupModels(directory)
    if (models.length === 0) return null
    const pushed: Omit<PushedModel, 'tree'>[] = []
    for (const [number, model] of models.entries()) {
      pushed.push(await this.#push(await readModel(reading, model), { number, of: models.length }))
    }
    const pushedModels = pushed.map((one) => ({ ...one, tree: this.#tree(one.model) }))
    const views = await pushSavedViews({
      context,
      reading,
      directory,
      unit: findCommonUnit(pushedModels.map(({ model }) => model)),
    })
    await context.scene.settle()
    context.progress(1, 'reading')
    const { triangles, instances, origin } = this.#writer
    const report = makeReport({
      models: pushedModels,
      triangles,
      instances,
      origin,
      isUnitStated: this.#isUnitStated === true,
      views,
      hasReviews: reviews.some(([, part]) => countParts(directory, part) > 0),
    })
    return instances > 0 ? report : undrawnReport(context, identity, report)
  }

  async #push(
    { model, fragments }: ModelContent,
    { number, of }: { number: number; of: number },
  ): Promise<Omit<PushedModel, 'tree'>> {
    const { reading, context } = this.#input
    const unit = model.partition?.unit ?? null
    const pushed = await pushShapes({
      ...reading,
      context,
      writer: this.#writer,
      model,
      fragments,
      metres: (unit ?? lengthUnits.metre).metres,
      tree: () => this.#tree(model),
      progress: (fraction) => context.progress((number + fraction) / of, 'reading'),
    })
    return { model, pushed }
  }

  #tree(model: Model): PushedTree {
    const cached = this.#trees.get(model)
    if (cached !== undefined) return cached
    const { directory, reading, context } = this.#input
    const unit = model.partition?.unit ?? null
    if (this.#isUnitStated === null) {
      context.scene.setUnit(unit ?? lengthUnits.metre)
      context.scene.setAuthoringTool({ name: program, release: '' })
    }
    this.#isUnitStated = this.#isUnitStated !== false && unit !== null
    const identitySet = {
      name: program,
      properties: [{ name: 'Program', value: program }, ...listFileProperties(directory)],
    }
    const tree = new PushedTree({
      context,
      writer: this.#writer,
      model,
      unit: unit ?? lengthUnits.metre,
      fallbackName: baseName(reading.input.name),
      rootSets: this.#trees.size === 0 ? [identitySet] : [],
    })
    this.#trees.set(model, tree)
    return tree
  }
}
