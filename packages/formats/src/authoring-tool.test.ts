import { readFileSync } from 'node:fs'
import { runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { loadReader } from './index.js'

const fixture = (path: string): Uint8Array => Uint8Array.from(readFileSync(new URL(path, import.meta.url)))

async function readTool(format: string, bytes: Uint8Array): Promise<unknown> {
  const { scene } = await runReader(await loadReader(format), bytes)
  return scene.authoringTool
}

describe('authoring tool', () => {
  it.each([
    ['3dm', '3dm/fixtures/kiosk.3dm', { name: 'Rhino', release: '8' }],
    ['dwg', 'dwg/fixtures/pavilion-2004.dwg', { name: 'AutoCAD DWG', release: '2004' }],
    ['ifc', 'ifc/fixtures/house.ifc', { name: 'Kamar fixtures', release: '1' }],
    ['max', 'max/fixtures/pavilion.max', { name: '3ds Max', release: '2019' }],
    ['nwd', 'nwd/fixtures/pavilion-114.nwc', { name: 'Navisworks', release: '' }],
    ['rvt', 'rvt/fixtures/house.rvt', { name: 'Revit', release: '2025' }],
    ['sat', 'sat/fixtures/bushing.sab', { name: 'Kamar tests', release: '' }],
    ['skp', 'skp/fixtures/pavilion-2025.skp', { name: 'SketchUp', release: '2025' }],
    ['step', 'step/fixtures/lamp.stp', { name: 'fixture', release: '' }],
  ])('is read from %s', async (format, path, tool) => {
    expect(await readTool(format, fixture(path))).toEqual(tool)
  })

  it.each(['3ds/fixtures/pavilion.3ds', 'stl/fixtures/arch.stl'])('is null for %s', async (path) => {
    expect(await readTool(path.slice(0, 3), fixture(path))).toBeNull()
  })

  it.each([
    ['2.90.1', '2.90.1'],
    ['$URL$ fb3fcc8', ''],
  ])('is read from FBX, with a release only if %s is one', async (applicationVersion, release) => {
    const info = `SceneInfo: "SceneInfo::GlobalInfo", "UserData" {
      Properties70: {
        P: "Original|ApplicationName", "KString", "", "", "Blender"
        P: "Original|ApplicationVersion", "KString", "", "", "${applicationVersion}"
      }
    }`
    const text = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
  FBXVersion: 7400
  ${info}
}
Objects:  {
  Geometry: 1, "Geometry::", "Mesh" {
    Vertices: *9 { a: 0,0,0,1,0,0,0,1,0 }
    PolygonVertexIndex: *3 { a: 0,1,-3 }
  }
  Model: 2, "Model::m", "Mesh" {
    Version: 232
  }
}
Connections:  {
  C: "OO",2,0
  C: "OO",1,2
}
`
    expect(await readTool('fbx', new TextEncoder().encode(text))).toEqual({ name: 'Blender', release })
  })
})
