// Writes the fixtures made by our own generators. Run after `npx tsc -b packages/formats`; a test verifies that the
// committed files equal the generators' output.
import { existsSync, writeFileSync } from 'node:fs'
import { writeKiosk } from '../dist/3dm/fixtures/kiosk.js'
import { writePavilion } from '../dist/3ds/fixtures/pavilion.js'
import { writePavilion as writeDrawing } from '../dist/dwg/fixtures/pavilion.js'
import { writeSmallDwg } from '../dist/dwg/fixtures/pavilion-dwg.js'
import { writeDwf } from '../dist/shared/dwf/testing/write-package.js'
import { writeBinary, writeText } from '../dist/fbx/fixtures/fbx-writer.js'
import { workshop } from '../dist/fbx/fixtures/workshop.js'
import { writePavilion as writeMaxPavilion } from '../dist/max/fixtures/pavilion.js'
import { writePavilion as writeNavisworksPavilion } from '../dist/nwd/fixtures/pavilion.js'
import { writeFootbridge } from '../dist/obj/fixtures/footbridge.js'
import { lampFile } from '../dist/step/fixtures/lamp.js'
import { writeHouse } from '../dist/rvt/fixtures/house.js'
import { writePavilion as writeRevitPavilion } from '../dist/rvt/fixtures/pavilion.js'
import { pavilion } from '../dist/skp/testing/pavilion.js'
import { writeMfcArchiveModel } from '../dist/skp/testing/write-mfc-archive.js'
import { writeZipContainerModel } from '../dist/skp/testing/write-zip-container.js'
import { writePlate } from '../dist/iges/fixtures/plate.js'
import { writeArch } from '../dist/stl/fixtures/arch.js'
import { writeBushingSab, writeBushingSat } from '../dist/sat/fixtures/bushing.js'

const target = (path) => new URL(`../src/${path}`, import.meta.url)
const footbridge = writeFootbridge()
writeFileSync(target('obj/fixtures/footbridge.obj'), footbridge.obj)
writeFileSync(target('obj/fixtures/footbridge.mtl'), footbridge.mtl)
writeFileSync(target('dwf/fixtures/houses.dwf'), writeDwf())
writeFileSync(target('stl/fixtures/arch.stl'), writeArch())
writeFileSync(target('step/fixtures/lamp.stp'), lampFile())
writeFileSync(target('3ds/fixtures/pavilion.3ds'), writePavilion())
writeFileSync(
  target('fbx/fixtures/workshop-7500.fbx'),
  writeBinary(workshop(7500), { version: 7500, isDeflated: true }),
)
writeFileSync(target('fbx/fixtures/workshop-7300.fbx'), writeText(workshop(7300), 7300))
writeFileSync(target('rvt/fixtures/house.rvt'), writeHouse())
writeFileSync(target('rvt/fixtures/pavilion.rvt'), writeRevitPavilion())
writeFileSync(target('max/fixtures/pavilion.max'), writeMaxPavilion())
writeFileSync(target('skp/fixtures/pavilion-2017.skp'), writeMfcArchiveModel(pavilion(), 2017))
writeFileSync(target('skp/fixtures/pavilion-2025.skp'), writeZipContainerModel(pavilion()))
writeFileSync(target('nwd/fixtures/pavilion.nwd'), writeNavisworksPavilion(448))
writeFileSync(target('nwd/fixtures/pavilion-114.nwc'), writeNavisworksPavilion(114))
writeFileSync(target('nwd/fixtures/pavilion-103.nwd'), writeNavisworksPavilion(103))
writeFileSync(target('dwg/fixtures/pavilion.dxf'), writeDrawing())
// The drawing library's output varies as well, so existing files are kept.
if (!existsSync(target('dwg/fixtures/pavilion-2000.dwg')))
  writeFileSync(target('dwg/fixtures/pavilion-2000.dwg'), writeSmallDwg('2000'))
if (!existsSync(target('dwg/fixtures/pavilion-2004.dwg')))
  writeFileSync(target('dwg/fixtures/pavilion-2004.dwg'), writeSmallDwg('2004'))
// Rhino's library writes new ids and a date each time, so an existing file is kept.
if (!existsSync(target('3dm/fixtures/kiosk.3dm'))) writeFileSync(target('3dm/fixtures/kiosk.3dm'), await writeKiosk())
writeFileSync(target('sat/fixtures/bushing.sat'), writeBushingSat(700))
writeFileSync(target('sat/fixtures/bushing-106.sat'), writeBushingSat(106))
writeFileSync(target('sat/fixtures/bushing.sab'), writeBushingSab())
writeFileSync(target('iges/fixtures/plate.igs'), writePlate())
