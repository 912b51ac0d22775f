import { dxfRecords, DxfText, isBinaryDxf, type DxfGroup, type DxfRecord } from './groups.js'
import { mviewGroups } from './old-viewports.js'
import { markedGroups } from './old-entities.js'

/** The first release whose entities state their subclasses and owners. */
const firstMarked = 'AC1012'
const writtenAs = 'AC1015'

/** Returns the release that a DXF states, such as `AC1009`; '' when it states none. */
export function releaseOfDxf(bytes: Uint8Array): string {
  for (const record of dxfRecords(bytes)) {
    const at = record.findIndex(({ code, value }) => code === 9 && value === '$ACADVER')
    if (at >= 0) return record[at + 1]?.value.trim() ?? ''
    if (getRecordType(record) === 'SECTION' && valueOf(record, 2) === 'ENTITIES') return ''
  }
  return ''
}

/**
 * Converts a DXF to what the library supports: text, and every entity with subclass markers, handle and owner, which
 * drawings of release 12 and earlier do not state. Text of later releases is returned unchanged.
 */
export function modernDxf(bytes: Uint8Array): Uint8Array {
  const release = releaseOfDxf(bytes)
  if (release < firstMarked) return new OlderDrawing(bytes).write(release !== '')
  if (!isBinaryDxf(bytes)) return bytes
  const text = new DxfText()
  for (const record of dxfRecords(bytes)) for (const { code, value } of record) text.write(code, value)
  return text.bytes()
}

const getRecordType = (record: DxfRecord): string => record[0]?.value.trim() ?? ''
const valueOf = (record: DxfRecord, code: number): string | undefined =>
  record.find((group) => group.code === code)?.value.trim()

const isHandle = (value: string | undefined): value is string =>
  value !== undefined && /^0*[1-9A-F][0-9A-F]*$/i.test(value)

const [modelSpace, paperSpace] = ['*Model_Space', '*Paper_Space']
const spaces: Readonly<Record<string, string>> = {
  $MODEL_SPACE: modelSpace,
  '*MODEL_SPACE': modelSpace,
  $PAPER_SPACE: paperSpace,
  '*PAPER_SPACE': paperSpace,
}
const blockName = (name: string): string => spaces[name.toUpperCase()] ?? name

const entryMarks: Readonly<Record<string, string>> = {
  APPID: 'AcDbRegAppTableRecord',
  DIMSTYLE: 'AcDbDimStyleTableRecord',
  LAYER: 'AcDbLayerTableRecord',
  LTYPE: 'AcDbLinetypeTableRecord',
  STYLE: 'AcDbTextStyleTableRecord',
  UCS: 'AcDbUCSTableRecord',
  VIEW: 'AcDbViewTableRecord',
  VPORT: 'AcDbViewportTableRecord',
}

/** Table entries of this type have no handle in group 5: there it names the arrow of a dimension style. */
const dimensionStyle = 'DIMSTYLE'

class OlderDrawing {
  readonly #bytes: Uint8Array
  readonly #text = new DxfText()
  /** Handles of block records, by their names in upper case. */
  readonly #blocks = new Map<string, { readonly name: string; readonly handle: string }>()
  readonly #layers = new Map<string, string>()
  #highest = 0
  #section = ''
  /** The block record that owns the current entities. */
  #owner = ''
  /** The polyline or insert whose parts follow. */
  #parent: { readonly handle: string; readonly name: string; readonly flags: number } | null = null

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  write(hasHeader: boolean): Uint8Array {
    this.#survey()
    if (!hasHeader) this.#record([at(0, 'SECTION'), at(2, 'HEADER'), ...releaseGroups, at(0, 'ENDSEC')])
    this.#writeBlockRecords()
    for (const record of dxfRecords(this.#bytes)) this.#write(record)
    return this.#text.bytes()
  }

  /** Collects the handles and names that are in use. */
  #survey(): void {
    const names = new Map([modelSpace, paperSpace].map((name) => [name.toUpperCase(), name]))
    const layers: [name: string, handle: string | undefined][] = []
    for (const record of dxfRecords(this.#bytes)) {
      const kind = getRecordType(record)
      const handle = valueOf(record, kind === dimensionStyle ? 105 : 5)
      if (isHandle(handle)) this.#highest = Math.max(this.#highest, Number.parseInt(handle, 16))
      const name = blockName(valueOf(record, 2) ?? '')
      if (kind === 'BLOCK') names.set(name.toUpperCase(), name)
      if (kind === 'LAYER') layers.push([name.toUpperCase(), handle])
    }
    for (const [key, name] of names) this.#blocks.set(key, { name, handle: this.#next() })
    for (const [key, handle] of layers) this.#layers.set(key, isHandle(handle) ? handle : this.#next())
  }

  #next(): string {
    return (++this.#highest).toString(16).toUpperCase()
  }

  #record(groups: readonly DxfGroup[]): void {
    for (const { code, value } of groups) this.#text.write(code, value)
  }

  #writeBlockRecords(): void {
    const owner = this.#next()
    this.#record([at(0, 'SECTION'), at(2, 'TABLES'), at(0, 'TABLE'), at(2, 'BLOCK_RECORD'), at(5, owner)])
    this.#record([at(100, 'AcDbSymbolTable'), at(70, this.#blocks.size)])
    for (const { name, handle } of this.#blocks.values())
      this.#record([
        at(0, 'BLOCK_RECORD'),
        at(5, handle),
        at(330, owner),
        at(100, 'AcDbSymbolTableRecord'),
        at(100, 'AcDbBlockTableRecord'),
        at(2, name),
      ])
    this.#record([at(0, 'ENDTAB'), at(0, 'ENDSEC')])
  }

  #write(record: DxfRecord): void {
    const kind = getRecordType(record)
    if (kind === 'SECTION') {
      this.#section = valueOf(record, 2) ?? ''
      this.#record(this.#section === 'HEADER' ? newerHeader(record) : record)
    } else if (kind === 'ENDSEC' || kind === 'EOF') {
      this.#section = ''
      this.#record(record)
    } else if (this.#section === 'TABLES') this.#writeTable(record, kind)
    else if (this.#section === 'BLOCKS' && kind === 'BLOCK') this.#writeBlock(record)
    else if (this.#section === 'BLOCKS' || this.#section === 'ENTITIES') this.#writeEntity(record, kind)
    else this.#record(record)
  }

  #writeTable([first, ...groups]: DxfRecord, kind: string): void {
    if (kind === 'ENDTAB') {
      this.#record([first])
      return
    }
    const isStyle = kind === dimensionStyle
    const handleCode = isStyle ? 105 : 5
    const fileHandle = groups.find(({ code }) => code === handleCode)?.value.trim()
    const rest = groups.filter(({ code }) => code !== handleCode && code !== 5 && code !== 100)
    const layerHandle = kind === 'LAYER' ? this.#layers.get((valueOf(groups, 2) ?? '').toUpperCase()) : undefined
    const handle = at(handleCode, layerHandle ?? (isHandle(fileHandle) ? fileHandle : this.#next()))
    if (kind === 'TABLE') {
      const name = rest.filter(({ code }) => code === 2)
      const others = rest.filter(({ code }) => code !== 2)
      this.#record([first, ...name, handle, at(100, 'AcDbSymbolTable'), ...others])
      return
    }
    const marks = [at(100, 'AcDbSymbolTableRecord'), ...(entryMarks[kind] ? [at(100, entryMarks[kind])] : [])]
    this.#record([first, handle, ...marks, ...rest])
  }

  #writeBlock([first, ...groups]: DxfRecord): void {
    const name = blockName(valueOf(groups, 2) ?? '')
    this.#owner = this.#blocks.get(name.toUpperCase())?.handle ?? ''
    this.#parent = null
    const isAbout = ({ code }: DxfGroup): boolean => code === 8 || code === 62 || code === 6
    const rest = groups.filter(({ code }) => ![2, 3, 5, 100].includes(code))
    this.#record([
      first,
      at(5, this.#getHandle(groups)),
      at(330, this.#owner),
      at(100, 'AcDbEntity'),
      ...rest.filter(isAbout),
      at(100, 'AcDbBlockBegin'),
      at(2, name),
      ...rest.filter((group) => !isAbout(group)),
    ])
  }

  #getHandle(groups: DxfRecord): string {
    const fileHandle = valueOf(groups, 5)
    return isHandle(fileHandle) ? fileHandle : this.#next()
  }

  #getOwner(groups: DxfRecord): string {
    if (this.#section === 'BLOCKS') return this.#owner
    const space = valueOf(groups, 67) === '1' ? paperSpace : modelSpace
    return this.#blocks.get(space.toUpperCase())?.handle ?? ''
  }

  #writeEntity(record: DxfRecord, kind: string): void {
    const [, ...groups] = record
    const handle = this.#getHandle(groups)
    const isPart = kind === 'VERTEX' || kind === 'ATTRIB' || kind === 'SEQEND'
    if (!isPart) this.#parent = null
    const owner = this.#parent?.handle ?? this.#getOwner(groups)
    const flags = Number(valueOf(groups, 70) ?? 0) || 0
    const own = kind === 'VIEWPORT' ? mviewGroups(groups, (layer) => this.#layers.get(layer.toUpperCase())) : groups
    const rest = own.filter(({ code }) => code !== 5 && code !== 330)
    const { name, marked } = markedGroups({ kind, flags, groups: rest, parent: this.#parent })
    this.#record([at(0, name), at(5, handle), at(330, owner), ...marked])
    const hasParts = kind === 'POLYLINE' || (kind === 'INSERT' && valueOf(groups, 66) === '1')
    if (hasParts) this.#parent = { handle, name: kind, flags }
    else if (kind === 'SEQEND') this.#parent = null
  }
}

const at = (code: number, value: string | number): DxfGroup => ({ code, value: String(value) })
const releaseGroups = [at(9, '$ACADVER'), at(1, writtenAs)]

/** Replaces the header's release and next handle with the release that is written. */
function newerHeader([section, name, ...groups]: DxfRecord): DxfRecord {
  const headerGroups: DxfGroup[] = []
  let isOmitted = false
  for (const group of groups) {
    if (group.code === 9) isOmitted = group.value.trim() === '$ACADVER' || group.value.trim() === '$HANDSEED'
    if (!isOmitted) headerGroups.push(group)
  }
  return [section, name, ...releaseGroups, ...headerGroups]
}
