import { at, boxMesh, WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter } from '@kamar/test-kit'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pair, papered } from '../testing/ar-packages.js'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

describeExporter(descriptor, suiteOptions)

describe('USDZ export', () => {
  it('is an uncompressed ZIP whose data starts at a multiple of 64 bytes', async () => {
    const bytes = await exported(pair(), 'usdz')
    expect(bytes.readUInt32LE(0)).toBe(0x04034b50)
    expect(bytes.readUInt16LE(8)).toBe(0)
    const [length, nameLength, extraLength] = [bytes.readUInt32LE(22), bytes.readUInt16LE(26), bytes.readUInt16LE(28)]
    const start = 30 + nameLength + extraLength
    expect(start % 64).toBe(0)
    expect(bytes.toString('utf8', 30, 30 + nameLength)).toBe('model.usda')
    const text = bytes.subarray(start, start + length)
    expect(crc32(text)).toBe(bytes.readUInt32LE(14))
    expect(text.toString('utf8', 0, 9)).toBe('#usda 1.0')
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
    expect(bytes.readUInt32LE(end + 16)).toBe(start + length)
    expect(bytes.readUInt32LE(start + length)).toBe(0x02014b50)
  })

  it('states unit, up axis, anchoring, material and every triangle', async () => {
    const text = (await exported(pair(), 'usdz')).toString('utf8')
    for (const part of ['metersPerUnit = 1', 'upAxis = "Y"', '"UsdPreviewSurface"', 'alignment = "horizontal"']) {
      expect(text).toContain(part)
    }
    const parseNumbers = (name: string): string[] => (text.split(`${name} = [`)[1]?.split(']')[0] ?? '').split(',')
    expect(parseNumbers('faceVertexCounts')).toEqual(Array.from({ length: 24 }, () => '3'))
    expect(parseNumbers('faceVertexIndices')).toHaveLength(72)
    const points = text.split('points = [')[1]?.split(']')[0]?.match(/\(/g)?.length ?? 0
    expect(Math.max(...parseNumbers('faceVertexIndices').map(Number))).toBe(points - 1)
    expect(text.split('{').length).toBe(text.split('}').length)
  })

  it('uses the mean of vertex colours as diffuse colour', async () => {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    const box = boxMesh(1, 1, 1)
    const colors = Uint8Array.from({ length: (box.positions.length / 3) * 4 }, (_, n) =>
      n % 4 === 0 || n % 4 === 3 ? 255 : 0,
    )
    const mesh = viewPackage.writer.addMesh({ ...box, colors }) ?? -1
    const material = viewPackage.writer.addMaterial({ name: '', color: [1, 1, 1], opacity: 1 })
    viewPackage.writer.addInstance({ node: 0, mesh, placement: at(0, 0, 0), material })
    expect((await exported(viewPackage, 'usdz')).toString('utf8')).toContain('diffuseColor = (1, 0, 0)')
  })

  it('is byte-identical for the same package', async () => {
    expect(Buffer.compare(await exported(pair(), 'usdz'), await exported(pair(), 'usdz'))).toBe(0)
  })

  it('stores images in the USDZ at multiples of 64 bytes', async () => {
    const bytes = await exported(papered(), 'usdz')
    const text = bytes.toString('latin1')
    expect(text).toContain('asset inputs:file = @textures/000.jpg@')
    expect(text).toContain('token inputs:wrapS = "clamp"')
    expect(text).toMatch(/texCoord2f\[\] primvars:st = \[\(0,-1\),\(2,-1\),\(2,1\),\(0,1\)\]/)
    const image = bytes.indexOf(Buffer.of(0xff, 0xd8, 0xff))
    expect(image).toBeGreaterThan(0)
    expect(image % 64).toBe(0)
  })
})
