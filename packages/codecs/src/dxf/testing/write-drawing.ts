/** Sections of a DXF, each a line for each group: its code, a space and its value. */
export interface DrawingSections {
  /** Release such as `AC1009`; '' states none. */
  readonly release?: string
  readonly header?: string
  readonly tables?: string
  readonly blocks?: string
  readonly entities?: string
  readonly objects?: string
  /** Further sections with their marks. */
  readonly more?: string
}

/** Returns a text DXF of lines with a code and a value each. */
export const toDxf = (lines: string): Uint8Array =>
  new TextEncoder().encode(
    lines
      .split('\n')
      .map((line) => line.trimStart())
      .filter((line) => line !== '')
      .map((line) => line.replace(/^(-?\d+) ?/, '$1\n'))
      .join('\n') + '\n',
  )

/** Writes a DXF of the sections that are stated. */
export function writeDrawing(sections: DrawingSections): Uint8Array {
  const { release = 'AC1024', header = '', tables, blocks, entities = '', objects, more = '' } = sections
  const write = (name: string, content: string | undefined): string =>
    content === undefined ? '' : `0 SECTION\n2 ${name}\n${content}\n0 ENDSEC\n`
  const releaseGroups = release === '' ? '' : `9 $ACADVER\n1 ${release}\n`
  return toDxf(
    write('HEADER', `${releaseGroups}${header}`) +
      write('TABLES', tables) +
      write('BLOCKS', blocks) +
      write('ENTITIES', entities) +
      write('OBJECTS', objects) +
      `${more}\n0 EOF`,
  )
}
