import { describe, expect, it } from 'vitest'
import { parseSheetName } from './sheet-name.js'

describe('parseSheetName', () => {
  it.each([
    ['A-101 Ground floor', 'A-101', 'Ground floor', 'architectural'],
    ['S201 - Foundation plan', 'S201', 'Foundation plan', 'structural'],
    ['Sheet: M3.01 – Ducts', 'M3.01', 'Ducts', 'mechanical'],
    ['АР-5 План этажа', 'АР-5', 'План этажа', 'architectural'],
    ['КЖ1.2: Фундаменты', 'КЖ1.2', 'Фундаменты', 'structural'],
    ['ԱՐ-12 Հատակագիծ', 'ԱՐ-12', 'Հատակագիծ', null],
    ['E-402', 'E-402', '', 'electrical'],
    ['02_Roof', '02', 'Roof', null],
    ['1.2 Section', '1.2', 'Section', null],
  ])('reads number, title and discipline of %s', (name, number, title, discipline) => {
    expect(parseSheetName(name)).toEqual({ number, title, discipline })
  })

  it.each(['Layout1', 'Ground floor', '2ND floor', '3D view', 'Model', '', '—', 'Plan 1', '10km overview'])(
    'takes %s for a title',
    (name) => {
      expect(parseSheetName(name)).toEqual({ number: '', title: name, discipline: null })
    },
  )
})
