import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

// IFC models of any size: copies of one building on a grid, each with its own statement numbers, GlobalIds and place,
// and with every point moved by less than half a millimetre, so that copies do not share shapes.

const globalIdDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'
/** Distance between copies, metres. */
const pitchMetres = 120
/** Largest displacement of a coordinate, metres. */
const jitterMetres = 0.0004
const bufferBytes = 8 * 2 ** 20

/**
 * A statement as text segments and the numbers between them.
 * @typedef {{ id: number, type: string, segments: string[], references: number[] }} Statement
 */

/**
 * Splits the text after `#id=` at its references; `#` inside strings is text.
 * @returns {{ segments: string[], references: number[] }}
 */
function splitReferences(text) {
  const segments = []
  const references = []
  let start = 0
  for (const match of text.matchAll(/'(?:[^']|'')*'|#(\d+)/g)) {
    if (match[1] === undefined) continue
    segments.push(text.slice(start, match.index))
    references.push(Number(match[1]))
    start = match.index + match[0].length
  }
  segments.push(text.slice(start))
  return { segments, references }
}

/** @returns {{ header: string, statements: Statement[], footer: string }} */
function readExchange(path) {
  const text = readFileSync(path, 'latin1')
  const start = text.indexOf('DATA;') + 'DATA;'.length
  const end = text.lastIndexOf('ENDSEC;')
  const statements = []
  for (const match of text.slice(start, end).matchAll(/#(\d+)\s*=\s*((?:'(?:[^']|'')*'|[^';])*);/g)) {
    // Some programs write a space before the parenthesis.
    const body = match[2].trim().replace(/^(\w+)\s+\(/, '$1(')
    statements.push({
      id: Number(match[1]),
      type: body.slice(0, body.indexOf('(')).toUpperCase(),
      ...splitReferences(body),
    })
  }
  return { header: `${text.slice(0, start)}\n`, statements, footer: 'ENDSEC;\nEND-ISO-10303-21;\n' }
}

/** Returns a number in [-1, 1) that depends on its inputs alone: equal coordinates of a copy stay equal. */
function scatter(coordinate, copy) {
  let hash = Math.imul(Math.round(coordinate * 1e6) | 0, 0x9e37_79b1) ^ Math.imul(copy + 1, 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 31 - 1
}

/** Writes a real number of Part 21, which always has a decimal point. */
function toReal(value) {
  const text = String(Number(value.toPrecision(15)))
  return /[.]/.test(text) ? text.replace('e', 'E') : text.includes('e') ? text.replace('e', '.E') : `${text}.`
}

/** Returns a 22-digit GlobalId of a copy: the source's, with the last five digits changed. */
function renewGlobalId(id, copy, row) {
  let number = (copy * 7_919_993 + row * 31) % 64 ** 5
  let digits = ''
  for (let digit = 0; digit < 5; digit++) {
    digits = globalIdDigits[number % 64] + digits
    number = Math.floor(number / 64)
  }
  return id.slice(0, 17) + digits
}

class Grower {
  constructor(path) {
    const { header, statements, footer } = readExchange(path)
    Object.assign(this, { header, statements, footer })
    this.byId = new Map(statements.map((statement) => [statement.id, statement]))
    this.stride = statements.reduce((largest, { id }) => Math.max(largest, id), 0) + 10
    this.project = statements.find(({ type }) => type === 'IFCPROJECT').id
    this.metres = this.#unitMetres()
    this.placements = this.#topPlacements()
  }

  /** Returns the length unit of the project in metres; the samples have no conversion-based one. */
  #unitMetres() {
    const assignment = this.byId.get(this.byId.get(this.project).references.at(-1))
    const texts = assignment.references.map((id) => this.byId.get(id).segments[0])
    const unit = texts.find((text) => text.startsWith('IFCSIUNIT') && text.includes('.LENGTHUNIT.'))
    return unit?.includes('.MILLI.') ? 0.001 : 1
  }

  /** Placements without a parent: all other ones follow them. */
  #topPlacements() {
    const tops = new Set()
    for (const { id, type, segments } of this.statements)
      if (type === 'IFCLOCALPLACEMENT' && segments[0].trim() === 'IFCLOCALPLACEMENT($,') tops.add(id)
    return tops
  }

  /** Returns the text of a copy; the first one keeps its numbers and places. */
  copyText(copy, at) {
    const offset = copy * this.stride
    const lines = []
    const numbered = (id) => `#${id === this.project ? id : id + offset}`
    this.statements.forEach((statement, row) => {
      const { id, type } = statement
      if (copy > 0 && id === this.project) return
      let { segments } = statement
      if (type === 'IFCCARTESIANPOINT') segments = [this.#jitter(segments[0], copy)]
      else if (copy > 0) segments = [this.#renewRoot(segments[0], copy, row), ...segments.slice(1)]
      if (this.placements.has(id) && copy > 0) {
        lines.push(this.#movedPlacement(statement, { offset, at, numbered }))
        return
      }
      let text = `${numbered(id)}=${segments[0]}`
      for (let index = 1; index < segments.length; index++)
        text += numbered(statement.references[index - 1]) + segments[index]
      lines.push(`${text};\n`)
    })
    return lines.join('')
  }

  #jitter(text, copy) {
    return text.replace(/-?\d+\.?\d*(?:[eE][-+]?\d+)?/g, (number) => {
      const value = Number(number)
      return toReal(value + (scatter(value, copy) * jitterMetres) / this.metres)
    })
  }

  #renewRoot(text, copy, row) {
    return text.replace(
      /^(\w+\(\s*')([0-9A-Za-z_$]{22})'/,
      (_, before, id) => `${before}${renewGlobalId(id, copy, row)}'`,
    )
  }

  /** Writes a copy's top placement at the place of the copy: under one more placement. */
  #movedPlacement(statement, { offset, at, numbered }) {
    const parent = this.stride + offset - 5
    const [x, y] = at.map((value) => toReal(value / this.metres))
    const own = `${numbered(statement.id)}=IFCLOCALPLACEMENT(#${parent},${numbered(statement.references[0])});\n`
    if (this.movedCopy === offset) return own
    this.movedCopy = offset
    return (
      `#${parent - 2}=IFCCARTESIANPOINT((${x},${y},0.));\n#${parent - 1}=IFCAXIS2PLACEMENT3D(#${parent - 2},$,$);\n` +
      `#${parent}=IFCLOCALPLACEMENT($,#${parent - 1});\n${own}`
    )
  }
}

/**
 * Writes a model of at least `bytes` bytes: copies of the IFC file `source` on a square grid, always whole ones.
 * @param {{ source: string, target: string, bytes: number }} options
 */
export function growModel({ source, target, bytes }) {
  const grower = new Grower(source)
  const file = openSync(target, 'w')
  let writtenBytes = writeSync(file, grower.header, null, 'latin1')
  let pending = []
  let pendingBytes = 0
  const first = Buffer.byteLength(grower.copyText(0, [0, 0]), 'latin1')
  const side = Math.ceil(Math.sqrt(bytes / first))
  for (let copy = 0; writtenBytes + pendingBytes < bytes; copy++) {
    const at = [(copy % side) * pitchMetres, Math.floor(copy / side) * pitchMetres]
    const text = grower.copyText(copy, at)
    pending.push(text)
    pendingBytes += text.length
    if (pendingBytes < bufferBytes) continue
    writtenBytes += writeSync(file, pending.join(''), null, 'latin1')
    pending = []
    pendingBytes = 0
  }
  writeSync(file, pending.join('') + grower.footer, null, 'latin1')
  closeSync(file)
}
