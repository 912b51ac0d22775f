import { joinBytes } from '@kamar/core'
import { ContentHash } from './content-hash.js'

/** Number of an object in the file. */
export type PdfReference = number

/** Writes the bytes of a PDF 1.7 file (ISO 32000-1, section 7), object by object, in call order. */
export class PdfFile {
  readonly #offsets: number[] = []
  readonly #hash = new ContentHash()
  #length = 0

  /** Returns the file header. Its bytes above 127 mark the file as binary. */
  header(): Uint8Array {
    return this.#count(encodeLatin1('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n'))
  }

  /** Reserves a number for an object that is written later. */
  reserve(): PdfReference {
    this.#offsets.push(0)
    return this.#offsets.length
  }

  /** Returns an object; `body` is latin1. */
  object(reference: PdfReference, body: string): Uint8Array {
    this.#offsets[reference - 1] = this.#length
    return this.#count(encodeLatin1(`${reference} 0 obj\n${body}\nendobj\n`))
  }

  /**
   * Returns a stream; `entries` are its dictionary entries besides length and filter. Compressed unless they name a
   * filter.
   */
  async stream(reference: PdfReference, entries: string, bytes: Uint8Array): Promise<Uint8Array> {
    const isPacked = entries.includes('/Filter')
    const stored = isPacked ? bytes : await deflate(bytes)
    const dictionary = `<< ${entries}${isPacked ? '' : ' /Filter /FlateDecode'} /Length ${stored.length} >>`
    this.#offsets[reference - 1] = this.#length
    return this.#count(
      joinBytes([
        encodeLatin1(`${reference} 0 obj\n${dictionary}\nstream\n`),
        stored,
        encodeLatin1('\nendstream\nendobj\n'),
      ]),
    )
  }

  /** Returns the cross-reference table and the trailer with the root. */
  end(root: PdfReference, information: PdfReference): Uint8Array {
    const start = this.#length
    const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`
    const size = this.#offsets.length + 1
    const id = this.#hash.hex
    const trailer = `<< /Size ${size} /Root ${root} 0 R /Info ${information} 0 R /ID [<${id}> <${id}>] >>`
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${this.#offsets.map(entry).join('')}`
    return encodeLatin1(`${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`)
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#length += bytes.length
    this.#hash.update(bytes)
    return bytes
  }
}

/** Compresses bytes in the zlib format, with what browsers and Node.js have in common. */
async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Encodes a text whose characters are all below 256. */
export const encodeLatin1 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Formats a number of page content: coordinates are in points, so three digits are 1/3000 mm. */
export const pdfNumber = (value: number): string => String(Math.round(value * 1000) / 1000 + 0)
/** Formats a number of a matrix. */
export const pdfFine = (value: number): string =>
  Math.abs(value) < 1e-9 ? '0' : value.toFixed(Math.abs(value) < 1 ? 8 : 4)
/** Formats 0xRRGGBB as three numbers. */
export const pdfColor = (color: number): string =>
  [16, 8, 0].map((shift) => pdfNumber(((color >> shift) & 255) / 255)).join(' ')
/** Formats a display text in UTF-16. */
export const pdfText = (text: string): string => `<FEFF${utf16Hex(text)}>`
/** Formats the UTF-16 units of a text in hexadecimal. */
export const utf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, unit) => text.charCodeAt(unit).toString(16).padStart(4, '0'))
    .join('')
    .toUpperCase()
