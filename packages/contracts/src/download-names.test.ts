import { describe, expect, it } from 'vitest'
import { exportFileName, versionFileName } from './download-names.js'

describe('names of downloads', () => {
  it.each([
    ['House.ifc', 'House v2.ifc', 'House.glb'],
    ['Tower.v2.IFC', 'Tower.v2 v2.ifc', 'Tower.v2.glb'],
    ['Տուն 3.step', 'Տուն 3 v2.step', 'Տուն 3.glb'],
  ])('of %s', (name, version, model) => {
    expect(versionFileName(name, 2)).toBe(version)
    expect(exportFileName(name, 'glb')).toBe(model)
  })
})
