import { describeExporter } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { exported } from '../testing/exported.js'
import { houseWithProperties } from '../testing/house-with-properties.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

describeExporter(descriptor, suiteOptions)

describe('properties CSV export', () => {
  it('writes valid rows and escapes formulas', async () => {
    const csv = (await exported(houseWithProperties(), 'properties-csv')).toString()
    expect(csv.startsWith('\uFEFFId,Name,Class,')).toBe(true)
    const own = 'w1,"Wall ""A"", Պատ",IfcWall,Pset_WallCommon'
    expect(csv.slice(1).split('\r\n')).toEqual([
      'Id,Name,Class,Property set,Property,Value,Unit',
      ',root,IfcProject,,,,',
      `${own},IsExternal,true,`,
      `${own},Height,-2.5,m`,
      `${own},Note,"'=HYPERLINK(""http://example.org"")",`,
      `${own},Two lines,"one\ntwo",`,
      '',
    ])
  })
})
