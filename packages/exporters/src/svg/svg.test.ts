import type { WrittenPackage } from '@kamar/packager/test-support'
import { describeExporter } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { createDrawing, createGradientPage } from '../testing/drawings.js'
import { exported } from '../testing/exported.js'
import { suiteOptions } from '../testing/suite-options.js'
import { descriptor } from './descriptor.js'

let drawing: WrittenPackage
beforeAll(async () => {
  drawing = await createDrawing()
})

describeExporter(descriptor, suiteOptions)

describe('sheet SVG export', () => {
  it('writes an area as one path and searchable text in SVG', async () => {
    const svg = (await exported(drawing, 'sheet-svg-0')).toString()
    expect(svg.match(/<path fill="#e0e0e0"[^>]*>/g)).toHaveLength(1)
    expect([...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)).toEqual(
      expect.arrayContaining(['Kitchen', 'Кухня', 'Խոհանոց', '24.0']),
    )
    expect((await exported(drawing, 'sheet-svg-1')).toString()).toMatch(
      /^<svg xmlns="[^"]*" width="297mm" height="210mm"/,
    )
  })

  it('retains opacity, gradients, dots and invisible text', async () => {
    const svg = (await exported(await createGradientPage(), 'sheet-svg-0')).toString()
    expect(svg).toContain('<title>Page &quot;1&quot; &amp; &lt;2&gt;</title>')
    expect(svg).toContain('<stop offset="1" stop-color="#0000ff"/>')
    expect(svg).toMatch(/<text [^>]*fill-opacity="0"[^>]*>Ա &amp; Ж<\/text>/)
    expect(svg).toContain('h0')
  })
})
