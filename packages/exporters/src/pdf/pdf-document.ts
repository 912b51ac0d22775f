import { paintSheet, printedPainting, pageOfSheet } from '@kamar/packager/sheets'
import type { RasterImage } from '@kamar/packager/images'
import type { OnFraction } from '../kit/export-job.js'
import { minLineMillimetres, PageCanvas } from '../kit/pages/page-canvas.js'
import { listSheetImages, type PageSource } from '../kit/pages/read-sheets.js'
import { encodeLatin1, PdfFile, pdfNumber, pdfText, type PdfReference } from './pdf-file.js'
import { PdfFonts } from './pdf-fonts.js'
import { PdfOutput } from './pdf-output.js'

const pointsPerMillimetre = 72 / 25.4
/** Maximum page side that every program supports (ISO 32000-1, annex C). */
const maxPoints = 14_400

/** A PDF document to be written. */
export interface PdfDocument {
  /** Title of several pages; null, and for a single page: the name of the first. */
  readonly title: string | null
  /** Loads the pages, one after the other. */
  readonly pages: readonly (() => Promise<PageSource>)[]
  /** Reads an image by its path in the package; null if it is unreadable. */
  readonly readImage: (path: string) => Promise<RasterImage | null>
  readonly onFraction: OnFraction
}

/** Writes sheets as pages of a PDF in chunks; the same pages give the same bytes. */
export const writeDocument = (document: PdfDocument): AsyncGenerator<Uint8Array> => new PdfWriter(document).write()

/** Objects that every document has. */
interface Roots {
  readonly catalog: PdfReference
  readonly pages: PdfReference
  readonly outlines: PdfReference
  readonly information: PdfReference
}

interface PdfPage {
  readonly reference: PdfReference
  readonly name: string
}

class PdfWriter {
  readonly #document: PdfDocument
  readonly #file = new PdfFile()
  readonly #fonts = new PdfFonts(this.#file)
  readonly #images = new Map<string, PdfReference>()
  /** Objects shared by pages, by content. */
  readonly #objects = new Map<string, PdfReference>()
  /** Optional content groups by layer name. */
  readonly #layers = new Map<string, PdfReference>()

  constructor(document: PdfDocument) {
    this.#document = document
  }

  async *write(): AsyncGenerator<Uint8Array> {
    const { pages: sources, onFraction } = this.#document
    const file = this.#file
    const [catalog, pages, outlines, information] = [0, 1, 2, 3].map(() => file.reserve())
    const roots: Roots = { catalog, pages, outlines, information }
    yield file.header()
    const pdfPages: PdfPage[] = []
    for (const [at, load] of sources.entries()) {
      pdfPages.push(yield* this.#page(await load(), roots))
      onFraction((at + 1) / (sources.length + 1))
    }
    yield* this.#fonts.objects()
    for (const [body, reference] of this.#objects) yield file.object(reference, body)
    yield* this.#ends(pdfPages, roots)
    onFraction(1)
  }

  async *#page({ drawings, number }: PageSource, { pages }: Roots): AsyncGenerator<Uint8Array, PdfPage> {
    const { info } = drawings[number]
    for (const image of listSheetImages(drawings, number)) yield* this.#addImage(image)
    const page = pageOfSheet(info)
    const sides = [0, 1].map(
      (axis) => (page.max[axis] - page.min[axis]) * page.millimetresPerUnit * pointsPerMillimetre,
    )
    const scale = Math.min(1, maxPoints / Math.max(...sides))
    const output = new PdfOutput({
      fonts: this.#fonts,
      images: this.#images,
      getObject: (body) => this.#getObject(body),
      getLayer: (name) => this.#getLayer(name),
    })
    const measure = {
      unitsPerMillimetre: pointsPerMillimetre * scale,
      isDownwards: false,
      minMillimetres: minLineMillimetres,
    }
    const canvas = new PageCanvas(page, measure, output)
    paintSheet(drawings, number, { canvas, painting: printedPainting })
    canvas.flush()
    const [reference, content] = [this.#file.reserve(), this.#file.reserve()]
    yield await this.#file.stream(content, '', encodeLatin1(output.content.join('\n')))
    const box = sides.map((side) => pdfNumber(side * scale)).join(' ')
    yield this.#file.object(
      reference,
      `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${box}] /Contents ${content} 0 R /Resources ${output.resources} >>`,
    )
    return { reference, name: info.name }
  }

  *#ends(pages: readonly PdfPage[], roots: Roots): Generator<Uint8Array> {
    const file = this.#file
    const marks = pages.map(() => file.reserve())
    for (const [at, { name, reference }] of pages.entries()) {
      const before = at > 0 ? ` /Prev ${marks[at - 1]} 0 R` : ''
      const after = at + 1 < marks.length ? ` /Next ${marks[at + 1]} 0 R` : ''
      yield file.object(
        marks[at],
        `<< /Title ${pdfText(name)} /Parent ${roots.outlines} 0 R /Dest [${reference} 0 R /Fit]${before}${after} >>`,
      )
    }
    const kids = pages.map(({ reference }) => `${reference} 0 R`).join(' ')
    yield file.object(roots.pages, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
    const marked = `/First ${marks[0]} 0 R /Last ${marks.at(-1)} 0 R /Count ${marks.length}`
    yield file.object(roots.outlines, `<< /Type /Outlines ${marked} >>`)
    const mode = pages.length > 1 ? ' /PageMode /UseThumbs' : ''
    yield file.object(
      roots.catalog,
      `<< /Type /Catalog /Pages ${roots.pages} 0 R /Outlines ${roots.outlines} 0 R${mode}${this.#layerList()} /ViewerPreferences << /DisplayDocTitle true >> >>`,
    )
    const title = pages.length === 1 ? pages[0].name : (this.#document.title ?? pages[0].name)
    yield file.object(roots.information, `<< /Title ${pdfText(title)} /Producer (Kamar) >>`)
    yield file.end(roots.catalog, roots.information)
  }

  async *#image(image: RasterImage): AsyncGenerator<Uint8Array, PdfReference> {
    const { width, height, pixels } = image
    const colors = new Uint8Array(width * height * 3)
    const mask = new Uint8Array(width * height)
    for (let pixel = 0; pixel < mask.length; pixel++) {
      colors.set(pixels.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
      mask[pixel] = pixels[pixel * 4 + 3]
    }
    const size = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`
    const [imageReference, alpha] = [
      this.#file.reserve(),
      mask.some((value) => value < 255) ? this.#file.reserve() : null,
    ]
    if (alpha !== null) yield await this.#file.stream(alpha, `${size} /ColorSpace /DeviceGray`, mask)
    const seeThrough = alpha === null ? '' : ` /SMask ${alpha} 0 R`
    yield await this.#file.stream(imageReference, `${size} /ColorSpace /DeviceRGB${seeThrough}`, colors)
    return imageReference
  }

  async *#addImage(path: string): AsyncGenerator<Uint8Array> {
    if (this.#images.has(path)) return
    const image = await this.#document.readImage(path)
    if (image !== null) this.#images.set(path, yield* this.#image(image))
  }

  #getLayer(name: string): PdfReference {
    let reference = this.#layers.get(name)
    if (reference === undefined) {
      reference = this.#getObject(`<< /Type /OCG /Name ${pdfText(name)} >>`)
      this.#layers.set(name, reference)
    }
    return reference
  }

  /** Lists the layers by name, all switched on: invisible content is not written. */
  #layerList(): string {
    if (this.#layers.size === 0) return ''
    const sorted = [...this.#layers].sort(([a], [b]) => (a < b ? -1 : 1))
    const references = sorted.map(([, reference]) => `${reference} 0 R`).join(' ')
    return ` /OCProperties << /OCGs [${references}] /D << /Order [${references}] /ListMode /VisiblePages >> >>`
  }

  #getObject(body: string): PdfReference {
    let reference = this.#objects.get(body)
    if (reference === undefined) {
      reference = this.#file.reserve()
      this.#objects.set(body, reference)
    }
    return reference
  }
}
