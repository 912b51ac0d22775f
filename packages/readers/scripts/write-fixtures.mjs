// Writes the fixtures that our own generators make. Run after `npx tsc -b packages/readers`; a test holds that the
// committed files are what the generators write.
import { writeFileSync } from 'node:fs'
import { writePavilion } from '../dist/3ds/fixtures/pavilion.js'
import { writeBinary, writeText } from '../dist/fbx/fixtures/fbx-writer.js'
import { workshop } from '../dist/fbx/fixtures/workshop.js'
import { writeFootbridge } from '../dist/obj/fixtures/footbridge.js'
import { lampFile } from '../dist/step/fixtures/lamp.js'
import { writeArch } from '../dist/stl/fixtures/arch.js'

const target = (path) => new URL(`../src/${path}`, import.meta.url)
const footbridge = writeFootbridge()
writeFileSync(target('obj/fixtures/footbridge.obj'), footbridge.obj)
writeFileSync(target('obj/fixtures/footbridge.mtl'), footbridge.mtl)
writeFileSync(target('stl/fixtures/arch.stl'), writeArch())
writeFileSync(target('step/fixtures/lamp.stp'), lampFile())
writeFileSync(target('3ds/fixtures/pavilion.3ds'), writePavilion())
writeFileSync(
  target('fbx/fixtures/workshop-7500.fbx'),
  writeBinary(workshop(7500), { version: 7500, isDeflated: true }),
)
writeFileSync(target('fbx/fixtures/workshop-7300.fbx'), writeText(workshop(7300), 7300))
