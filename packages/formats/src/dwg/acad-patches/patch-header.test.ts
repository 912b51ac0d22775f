import { ACadVersion, CadDocument, DwgWriter, Line, XYZ } from '@node-projects/acad-ts'
import { describe, expect, it } from 'vitest'
import { openDrawing } from './open-drawing.js'

const context = { signal: new AbortController().signal } as Parameters<typeof openDrawing>[1]

function writeDwg(version: ACadVersion, displayLineWeight: boolean): Uint8Array {
  const document = new CadDocument(version)
  document.createDefaults()
  if (document.header) Object.assign(document.header, { version, displayLineWeight })
  document.modelSpace?.entities.add(new Line(new XYZ(0, 0, 0), new XYZ(1, 0, 0)))
  return DwgWriter.writeToBuffer(document)
}

const writeHeaderDxf = (variables: string): Uint8Array =>
  new TextEncoder().encode(
    `0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1024\n${variables}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n`,
  )

describe('patchHeader', () => {
  it.each([ACadVersion.AC1015, ACadVersion.AC1018, ACadVersion.AC1032])(
    'reads from a DWG of release %s whether line weights are displayed',
    async (version) => {
      for (const isShown of [true, false]) {
        const { header } = await openDrawing(writeDwg(version, isShown), context)
        expect(header.displayLineWeight).toBe(isShown)
      }
    },
  )

  it('keeps the value of a DXF, which is false when omitted', async () => {
    const shownIn = async (variables: string): Promise<boolean> =>
      (await openDrawing(writeHeaderDxf(variables), context)).header.displayLineWeight
    expect(await shownIn('9\n$LWDISPLAY\n290\n1\n')).toBe(true)
    expect(await shownIn('9\n$LWDISPLAY\n290\n0\n')).toBe(false)
    expect(await shownIn('')).toBe(false)
  })
})
