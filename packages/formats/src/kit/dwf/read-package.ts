import {
  TranslationError,
  type ByteSource,
  type Finding,
  type PropertySetId,
  type ReadReport,
  type ReadContext,
  throwIfCancelled,
  lengthUnits,
  unitInText,
  type LengthUnit,
} from '@kamar/core'
import { matchesAt, decodeHeaderText } from '@kamar/codecs/detection'
import { baseName } from '@kamar/codecs/text'
import { readChunks } from '@kamar/codecs/part21'
import { SceneWriter } from '../scene-writer.js'
import { Textures } from '../textures.js'
import { PartArchive } from '@kamar/codecs/zip'
import { readContents, readSectionContent } from './content.js'
import { ModelTree, addPropertySets } from './model-tree.js'
import { openPackage, getTransform, type DwfPackage, type Section } from './package.js'
import type { PenBudget } from './page-pen.js'
import { writeW2dPage, type PageTools } from './write-w2d-page.js'
import { writeW3dModel, unquoted } from './write-w3d-model.js'
import { writeFixedPage } from './write-fixed-page.js'
import { SkipList, buildReport, positiveCounts, warning, findingIf, farFromOriginFinding } from '../report.js'

/** Maximum number of shapes on all pages together: a hundred times the largest known set. */
const maxDrawnItems = 20_000_000

const packageSignature = '(DWF V06.'
const olderVersionPattern = /^\(DWF V(\d\d\.\d\d)/
const streamSignature = '(W2D V'

/** Reads a package of pages and models, or a single W2D stream, and returns its report. */
export async function readDwf(input: ByteSource, context: ReadContext): Promise<ReadReport> {
  throwIfCancelled(context.signal)
  context.progress(0, 'reading')
  const bytes = await readChunks(input, new Uint8Array(input.size), context.signal)
  refuseOlder(bytes)
  const work = new PackageWork(context, baseName(input.name))
  if (matchesAt(bytes, 0, streamSignature)) await work.readStream(bytes)
  else await work.readPackage(await openPackage(new PartArchive(bytes, context)))
  context.progress(1, 'meshing')
  return work.report()
}

/** Rejects DWF before release 6, which was a single stream of another format. */
function refuseOlder(bytes: Uint8Array): void {
  const version = olderVersionPattern.exec(
    decodeHeaderText(bytes.subarray(0, 12).map((byte) => byte & 0x7f)) ?? '',
  )?.[1]
  if (version === undefined || matchesAt(bytes, 0, packageSignature)) return
  throw new TranslationError({
    code: 'unsupported-version',
    details: { version: `DWF ${version}`, advice: 'DWF 6 or DWFx' },
  })
}

class PackageWork {
  readonly #context: ReadContext
  readonly #name: string
  readonly #writer: SceneWriter
  readonly #skipped = new SkipList()
  readonly #budget: PenBudget = { left: maxDrawnItems }
  readonly #findings: Finding[] = []
  readonly #missing = new Set<string>()
  #unit: LengthUnit | null = null
  #sheets = 0
  #entities = 0
  #models = 0
  #parts = 0
  #done = 0
  #highest = 0
  #isArchive = false

  constructor(context: ReadContext, name: string) {
    this.#context = context
    this.#name = name
    this.#writer = new SceneWriter(context)
  }

  async readStream(bytes: Uint8Array): Promise<void> {
    this.#parts = 1
    await this.#page((tools) =>
      writeW2dPage({ bytes, section: null, part: null, name: this.#name, properties: [] }, tools),
    )
  }

  async readPackage(dwf: DwfPackage): Promise<void> {
    const { archive, sections, pages } = dwf
    this.#isArchive = true
    const contents = await readContents(archive, dwf.contents)
    const drawableSections = sections.filter(({ kind }) => kind !== 'data')
    this.#parts = Math.max(1, drawableSections.length + pages.length)
    for (const section of drawableSections) {
      if (section.kind === 'model') await this.#model(dwf, section, contents)
      else await this.#section(dwf, section)
    }
    for (const [number, page] of pages.entries()) {
      const name = `${number + 1}`
      await this.#page((tools) => writeFixedPage({ archive, part: page, section: null, name, properties: [] }, tools))
    }
    for (const name of archive.damaged) this.#skipped.add('part of the package', 'damaged', { elements: [name] })
  }

  /**
   * Returns whether the file is damaged. A stream in an intact archive is unmodified: if it ends before anything was
   * drawn, it is empty.
   */
  #isDamaged(): boolean {
    return this.#skipped.list.some(({ reason }) => !this.#isArchive || reason !== 'file-ends-early')
  }

  report(): ReadReport {
    if (this.#entities === 0 && this.#writer.instances === 0)
      throw new TranslationError({ code: this.#isDamaged() ? 'damaged' : 'nothing-to-show' })
    this.#context.scene.setUnit(this.#unit ?? lengthUnits.millimetre)
    const counts = {
      sheets: this.#sheets,
      entities: this.#entities,
      models: this.#models,
      triangles: this.#writer.triangles,
    }
    return buildReport({
      counts: positiveCounts(counts),
      skipped: this.#skipped.list,
      findings: [
        ...this.#findings,
        ...findingIf(this.#budget.left < 0, warning('drawing-too-repetitive')),
        ...farFromOriginFinding(this.#writer.origin),
      ],
      missingCompanions: this.#missing,
    })
  }

  async #section({ archive }: DwfPackage, section: Section): Promise<void> {
    const properties = addPropertySets(this.#context, section.properties)
    const parts = section.parts.filter(({ role }) => role === '2d streaming graphics' || role === '2d redline overlay')
    if (parts.length === 0) this.#skipped.add('sheet', 'missing', { elements: [section.title] })
    for (const part of parts) {
      const isFixed = /fixedpage/.test(part.mime) || /\.fpage($|\?)/i.test(part.href)
      const bytes = isFixed ? null : await archive.read(part.href)
      const page = { section, name: section.title, properties: properties as readonly PropertySetId[] }
      if (isFixed)
        await this.#page((tools) => writeFixedPage({ ...page, archive, part: part.href, reference: part }, tools))
      else if (bytes) await this.#page((tools) => writeW2dPage({ ...page, bytes, part }, tools))
      else this.#skipped.add('sheet', archive.has(part.href) ? 'damaged' : 'missing', { elements: [section.title] })
    }
  }

  async #page(push: (tools: PageTools) => Promise<{ readonly entities: number }>): Promise<void> {
    const progress = (fraction: number): void => this.#report(fraction)
    const { entities } = await push({ context: this.#context, skipped: this.#skipped, budget: this.#budget, progress })
    this.#done++
    this.#sheets++
    this.#entities += entities
    this.#report(0)
    await this.#context.scene.settle()
  }

  async #model(
    { archive }: DwfPackage,
    section: Section,
    contents: Awaited<ReturnType<typeof readContents>>,
  ): Promise<void> {
    const unit = unitInText(`units ${section.unit}`) ?? lengthUnits.metre
    this.#unit ??= unit
    const content = await readSectionContent(archive, section, contents)
    const tree = new ModelTree({ context: this.#context, writer: this.#writer }, section.title, content)
    const sets = addPropertySets(this.#context, section.properties)
    if (sets.length > 0) this.#context.scene.assignPropertySets(tree.root, sets)
    const textures = new Textures(this.#context, await this.#readImages(archive, section))
    for (const part of section.parts.filter(({ role }) => role === '3d streaming graphics')) {
      const bytes = await archive.read(part.href)
      if (!bytes) {
        this.#skipped.add('model', archive.has(part.href) ? 'damaged' : 'missing', { elements: [section.title] })
        continue
      }
      const findings = await writeW3dModel({
        bytes,
        name: section.title,
        context: this.#context,
        writer: this.#writer,
        skipped: this.#skipped,
        tree,
        textures,
        unit,
        transform: getTransform(part),
        hiddenSegments: content.hiddenSegments,
        progress: (fraction) => this.#report(fraction),
      })
      for (const finding of [...findings, ...findingIf(section.unit === '', warning('unit-missing'))])
        if (!this.#findings.some(({ code }) => code === finding.code)) this.#findings.push(finding)
      this.#models++
    }
    this.#findings.push(...textures.findings)
    for (const name of textures.missing) this.#skipped.add('texture', 'missing', { elements: [name] })
    this.#done++
    this.#report(0)
  }

  /** Reads the images of a section by the names used in its stream, in lower case. */
  async #readImages(archive: PartArchive, { parts }: Section): Promise<ReadonlyMap<string, Uint8Array>> {
    const images = new Map<string, Uint8Array>()
    for (const part of parts.filter(({ role }) => role === 'texture')) {
      const bytes = await archive.read(part.href)
      if (bytes) images.set(unquoted(part.title).toLowerCase(), bytes)
    }
    return images
  }

  #report(fraction: number): void {
    const overallFraction = Math.min(1, (this.#done + fraction) / this.#parts)
    this.#highest = Math.max(this.#highest, overallFraction)
    this.#context.progress(this.#highest, 'meshing')
  }
}
