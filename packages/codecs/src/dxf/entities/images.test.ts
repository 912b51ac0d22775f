import { describe, expect, it } from 'vitest'
import { readEntity } from '../testing/index.js'

const raster = '10 1\n20 2\n11 4\n12 0\n22 3\n13 1\n23 1'

describe('WIPEOUT of a DXF', () => {
  it('has its plane and its outline, and no file', () => {
    const outline = '71 2\n91 3\n14 0\n24 0\n14 1\n24 0\n14 0\n24 1'
    expect(readEntity('wipeout', `0 WIPEOUT\n100 AcDbWipeout\n${raster}\n280 1\n${outline}`)).toMatchObject({
      ...{ insertPoint: [1, 2, 0], uVector: [4, 0, 0], vVector: [0, 3, 0], size: [1, 1], fileName: '' },
      clipVertices: [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      ...{ isClipped: true, isClipInverted: false },
    })
  })
})

describe('IMAGE of a DXF', () => {
  it.each([
    ['70 7', true],
    ['70 6', false],
    ['', true],
  ])('is displayed by its flags: %j', (flags, isDisplayed) => {
    const image = readEntity('image', `0 IMAGE\n100 AcDbRasterImage\n${raster}\n${flags}\n340 99`)
    expect(image).toMatchObject({ isDisplayed, isClipped: false, clipVertices: [], fileName: '' })
  })
})

describe('OLE2FRAME of a DXF', () => {
  it('has no data where it states none', () => {
    const frame = readEntity('oleFrame', '0 OLE2FRAME\n100 AcDbOle2Frame\n3 Excel\n10 1\n20 5\n11 4\n21 2\n90 0\n1 OLE')
    expect(frame).toMatchObject({ application: 'Excel', upperLeft: [1, 5, 0], lowerRight: [4, 2, 0] })
    expect(frame.data).toHaveLength(0)
  })
})
