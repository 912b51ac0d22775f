import { describe, expect, it } from 'vitest'
import { listIds, parseIfc, requireRow } from '../testing/step-file.js'
import { materialParts, readStyles, type SurfaceStyle } from './styles.js'
import { runToEnd } from '../time-slices.js'

/** Returns the style of item #1, which #2 styles with #10. */
function styleOfItem(rows: string): SurfaceStyle | null {
  const file = parseIfc(`#1=IFCEXTRUDEDAREASOLID();\n#2=IFCSTYLEDITEM(#1,(#10),$);\n${rows}`)
  const styles = runToEnd(readStyles(file))
  const number = styles.ofItem(requireRow(file, 1))
  return number < 0 ? null : styles.all[number]
}

const shaded = (color: string, transparency = '$'): string => `
#10=IFCSURFACESTYLE('Paint',.BOTH.,(#11));
#11=IFCSURFACESTYLERENDERING(#12,${transparency},$,$,$,$,$,$,.NOTDEFINED.);
#12=${color};`

const rgb = (red: string, green = red, blue = red): string => `IFCCOLOURRGB($,${red},${green},${blue})`

describe('IFC item style', () => {
  it('has a colour, an opacity and a name', () => {
    expect(styleOfItem(shaded(rgb('0.5', '0.25', '1.'), '0.25'))).toEqual({
      name: 'Paint',
      color: [0.5, 0.25, 1],
      opacity: 0.75,
    })
  })

  it('is opaque without a transparency', () => {
    expect(styleOfItem(shaded(rgb('1.', '0.', '0.')))?.opacity).toBe(1)
  })

  it('is found in a presentation style assignment of IFC 2x3', () => {
    const rows = shaded(rgb('1.', '0.', '0.')).replace('#10=', '#20=')
    expect(
      styleOfItem(`#10=IFCPRESENTATIONSTYLEASSIGNMENT((#30,#20));\n#30=IFCCURVESTYLE($,$,$,$);\n${rows}`)?.color,
    ).toEqual([1, 0, 0])
  })

  it('accepts shading without rendering', () => {
    expect(
      styleOfItem(
        '#10=IFCSURFACESTYLE($,.BOTH.,(#11));\n#11=IFCSURFACESTYLESHADING(#12,0.5);\n#12=IFCCOLOURRGB($,0.,1.,0.);',
      ),
    ).toEqual({
      name: '',
      color: [0, 1, 0],
      opacity: 0.5,
    })
    expect(
      styleOfItem(
        '#10=IFCSURFACESTYLE($,.BOTH.,(#11));\n#11=IFCSURFACESTYLESHADING(#12);\n#12=IFCCOLOURRGB($,0.,1.,0.);',
      )?.opacity,
    ).toBe(1)
  })

  it.each([
    ['red', [1, 0, 0]],
    ['Cyan', [0, 1, 1]],
    ['BLACK', [0, 0, 0]],
  ])('resolves the predefined colour %s', (name, color) => {
    expect(styleOfItem(shaded(`IFCDRAUGHTINGPREDEFINEDCOLOUR('${name}')`))?.color).toEqual(color)
  })

  it.each([
    ['channels up to 255', rgb('255.', '127.5', '0.'), [1, 0.5, 0]],
    ['a channel a little above 1', rgb('1.0005', '0.', '0.'), [1, 0, 0]],
    ['negative channels', rgb('-1.', '0.', '0.5'), [0, 0, 0.5]],
    ['typed channels', rgb('IFCNORMALISEDRATIOMEASURE(0.1)', '0.2', '0.3'), [0.1, 0.2, 0.3]],
  ])('normalises %s to the range 0 to 1', (_, color, channels) => {
    const read = styleOfItem(shaded(color))?.color ?? []
    expect(read.map((value) => Math.round(value * 1e6) / 1e6)).toEqual(channels)
  })

  it.each([
    ['2.', 0],
    ['-1.', 1],
    ['1.', 0],
    ['0.0004', 1],
  ])('converts a transparency of %s to an opacity of %s', (transparency, opacity) => {
    expect(styleOfItem(shaded(rgb('0.1'), transparency))?.opacity).toBe(opacity)
  })

  it.each([
    ['no colour', shaded('IFCWALL()')],
    ['a colour of two channels', shaded('IFCCOLOURRGB($,0.5,0.5,$)')],
    ['an unknown colour name', shaded("IFCDRAUGHTINGPREDEFINEDCOLOUR('mauve')")],
    ['no rendering', "#10=IFCSURFACESTYLE('x',.BOTH.,());"],
    ['a missing style', ''],
    ['a circle', '#10=IFCPRESENTATIONSTYLEASSIGNMENT((#10));'],
    ['curves only', '#10=IFCCURVESTYLE($,$,$,$);'],
  ])('is missing with %s', (_, rows) => {
    expect(styleOfItem(rows)).toBeNull()
  })

  it.each([
    ['127 of 255', '0.498039215686275', null],
    ['128 of 255', '0.501960784313725', null],
    ['another grey', '0.52', [0.52, 0.52, 0.52]],
  ])('ignores the placeholder grey of Revit: %s', (_, channel, color) => {
    expect(styleOfItem(shaded(rgb(channel)))?.color ?? null).toEqual(color)
  })

  it('keeps a transparent or tinted placeholder grey of Revit', () => {
    expect(styleOfItem(shaded(rgb('0.5'), '0.5'))).not.toBeNull()
    expect(styleOfItem(shaded(rgb('0.5', '0.5', '0.6')))).not.toBeNull()
  })

  it('comes from the first styled item and is -1 without one', () => {
    const file = parseIfc(`#1=IFCEXTRUDEDAREASOLID();
#2=IFCSTYLEDITEM(#1,(#10),$);
#3=IFCSTYLEDITEM(#1,(#20),$);
#4=IFCEXTRUDEDAREASOLID();
#5=IFCSTYLEDITEM($,(#20),$);
${shaded(rgb('1.', '0.', '0.'))}
${shaded(rgb('0.', '1.', '0.')).replaceAll('#1', '#2')}`)
    const styles = runToEnd(readStyles(file))
    expect(styles.all[styles.ofItem(requireRow(file, 1))]?.color).toEqual([1, 0, 0])
    expect(styles.ofItem(requireRow(file, 4))).toBe(-1)
  })

  it('shares one number among equal styles', () => {
    const file = parseIfc(`#1=IFCEXTRUDEDAREASOLID();\n#4=IFCEXTRUDEDAREASOLID();
#2=IFCSTYLEDITEM(#1,(#10),$);\n#3=IFCSTYLEDITEM(#4,(#20),$);
${shaded(rgb('1.', '0.', '0.'))}${shaded(rgb('1.', '0.', '0.')).replaceAll('#1', '#2')}`)
    const styles = runToEnd(readStyles(file))
    expect(styles.ofItem(requireRow(file, 4))).toBe(styles.ofItem(requireRow(file, 1)))
    expect(styles.all).toHaveLength(1)
  })
})

describe('IFC material style', () => {
  const materials = `
#30=IFCMATERIAL('Plain');
#31=IFCMATERIAL('Brick');
#32=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#33),#31);
#33=IFCSTYLEDREPRESENTATION($,$,$,(#34));
#34=IFCSTYLEDITEM($,(#10),$);
#40=IFCMATERIALLAYER(#31,0.2,$);
#41=IFCMATERIALLAYER(#30,0.1,$);
#42=IFCMATERIALLAYERSET((#41,#40),'Wall 30');
#43=IFCMATERIALLAYERSETUSAGE(#42,.AXIS2.,.POSITIVE.,0.);
#44=IFCMATERIALLIST((#30,#31));
#45=IFCMATERIALCONSTITUENT('Frame',$,#31,$,$);
#46=IFCMATERIALCONSTITUENTSET('Window',$,(#45));
#47=IFCMATERIALPROFILE('P',$,#31,$,$,$);
#48=IFCMATERIALPROFILESET('Beam',$,(#47),$);
#49=IFCMATERIALPROFILESETUSAGE(#48,$,$);
#50=IFCMATERIALLAYERSET((#50),'circle');
${shaded(rgb('0.8', '0.4', '0.3'))}`

  it.each([
    [31, 'its own style'],
    [40, 'a material layer'],
    [42, 'the first layer with a style'],
    [43, 'a layer set usage'],
    [44, 'the first list item with a style'],
    [46, 'a constituent set'],
    [49, 'a profile set usage'],
  ])('is found from #%i: %s', (id) => {
    const file = parseIfc(materials)
    const styles = runToEnd(readStyles(file))
    expect(styles.all[styles.ofMaterial(requireRow(file, id))]).toEqual({
      name: 'Paint',
      color: [0.8, 0.4, 0.3],
      opacity: 1,
    })
  })

  it('is -1 without a styled representation', () => {
    const file = parseIfc(materials)
    const styles = runToEnd(readStyles(file))
    expect([30, 41, 50, 12].map((id) => styles.ofMaterial(requireRow(file, id)))).toEqual([-1, -1, -1, -1])
    expect(styles.ofMaterial(-1)).toBe(-1)
  })

  it('lists the parts of a material', () => {
    const file = parseIfc(materials)
    const parts = (id: number) => listIds(file, materialParts(file, requireRow(file, id)))
    expect([parts(42), parts(43), parts(46), parts(47), parts(31)]).toEqual([[41, 40], [42], [45], [31], []])
  })
})
