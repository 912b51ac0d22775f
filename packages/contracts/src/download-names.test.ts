import { describe, expect, it } from 'vitest'
import { exportFileName, takeFileName, versionFileName } from './download-names.js'
import { findExport, isExportName } from '@kamar/core'

describe('download file name', () => {
  it.each([
    ['House.ifc', 'House v2.ifc', 'House.glb'],
    ['Tower.v2.IFC', 'Tower.v2 v2.ifc', 'Tower.v2.glb'],
    ['Տուն 3.step', 'Տուն 3 v2.step', 'Տուն 3.glb'],
  ])('is derived from %s for versions and exports', (name, version, model) => {
    expect(versionFileName(name, 2)).toBe(version)
    expect(exportFileName(name, 'glb')).toBe(model)
  })

  it('contains the sheet name without forbidden characters', () => {
    expect(exportFileName('Plan.dwg', 'sheet-svg-2', 'A1: 1/50')).toBe('Plan - A1_ 1_50.svg')
    expect(exportFileName('Plan.dwg', 'pdf')).toBe('Plan.pdf')
  })
})

describe('export name', () => {
  it('identifies the sheet by its number', () => {
    expect(findExport('sheet-png-12')).toEqual({
      exporter: expect.objectContaining({ id: 'png', contentType: 'image/png' }) as unknown,
      of: 'sheet',
      sheet: 12,
      path: 'exports/sheets/012.png',
      extension: '.png',
    })
    expect(findExport('3d-tiles')).toMatchObject({
      exporter: { id: '3d-tiles' },
      sheet: null,
      path: 'exports/model.3tz',
    })
  })

  it.each([
    'sheet-png',
    'png',
    'sheet-dxf-1',
    'glb-3',
    'sheet-svg-01',
    'sheet-svg--1',
    'svf',
    '__proto__',
    'sheet-pdf-12345',
    '',
  ])('is invalid as %s', (name) => expect(isExportName(name)).toBe(false))

  it('is numbered when another one differs in case or composition only', () => {
    const usedKeys = new Set<string>()
    const names = ['House.ifc', 'house.IFC', 'House (2).ifc', 'Caf\u00e9.ifc', 'Cafe\u0301.ifc']
    expect(names.map((name) => takeFileName(name, usedKeys))).toEqual([
      'House.ifc',
      'house (2).IFC',
      'House (2) (2).ifc',
      'Caf\u00e9.ifc',
      'Cafe\u0301 (2).ifc',
    ])
  })
})
