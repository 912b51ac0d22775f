/** Writes a DXF of 2010 in millimetres from groups: a code and its value on each line. */
export function writeDxf(
  entities: string,
  more: { readonly blocks?: string; readonly tables?: string; readonly objects?: string } = {},
): Uint8Array {
  const section = (name: string, content: string): string => `0 SECTION\n2 ${name}\n${content}\n0 ENDSEC`
  const parts = [
    section('HEADER', '9 $ACADVER\n1 AC1024\n9 $INSUNITS\n70 4'),
    section('TABLES', more.tables ?? ''),
    section('BLOCKS', more.blocks ?? ''),
    section('ENTITIES', entities),
    section('OBJECTS', more.objects ?? ''),
    '0 EOF',
  ]
  const lines = parts
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.replace(/^(\d+) ?/, '$1\n'))
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}
