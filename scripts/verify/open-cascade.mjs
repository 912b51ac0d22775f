import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captured } from './captured.mjs'

const libraries = '/usr/lib/x86_64-linux-gnu'

/** Its commands load libraries by names that only the development packages provide. */
function libraryFolder(folder) {
  for (const name of readdirSync(libraries)) {
    const [, plain] = /^(libTK\w+\.so)\.7$/.exec(name) ?? []
    if (plain) symlinkSync(join(libraries, name), join(folder, plain))
  }
  return folder
}

const numbersAfter = (text, label) =>
  [...text.matchAll(new RegExp(`${label}([-\\d.e+ ]+)`, 'g'))].map(([, row]) => row.trim().split(/ +/).map(Number))

/** Reads a STEP or IGES file with Debian's Open CASCADE (native, another release): box and area in millimetres. */
export async function openCascadeWitness(path, kind) {
  const folder = mkdtempSync(join(tmpdir(), 'kamar-witness-'))
  try {
    const script = join(folder, 'measure.tcl')
    const read = kind === 'iges' ? `igesbrep {${path}} a *` : `stepread {${path}} a *`
    writeFileSync(
      script,
      `pload MODELING DATAEXCHANGE
${read}
foreach name [concat [directory a] [directory a_*]] {
  if {[catch {puts "BOX [bounding $name -optimal -notriangulation]"}]} continue
  puts "AREA [lindex [regexp -inline {Mass : +([-0-9.e+]+)} [sprops $name 0.0005]] 1]"
}
`,
    )
    const environment = { LD_LIBRARY_PATH: libraryFolder(folder) }
    const { output } = await captured('occt-draw-7.6', ['-b', '-f', script], environment)
    const boxes = numbersAfter(output, 'BOX ').filter((row) => row.length === 6)
    if (boxes.length === 0) return null
    const side = (axis) => Math.max(...boxes.map((box) => box[axis + 3])) - Math.min(...boxes.map((box) => box[axis]))
    const areas = numbersAfter(output, 'AREA ').map(([area]) => area)
    return {
      size: [0, 1, 2].map(side),
      unitMetres: 0.001,
      areaSquareMetres: areas.reduce((sum, area) => sum + area, 0) * 1e-6,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
