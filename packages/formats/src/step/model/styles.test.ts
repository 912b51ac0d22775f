import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { Styles } from './styles.js'

const red = `
#1=COLOUR_RGB('',1.,0.,0.);
#2=FILL_AREA_STYLE_COLOUR('',#1);
#3=FILL_AREA_STYLE('',(#2));
#4=SURFACE_STYLE_FILL_AREA(#3);
#5=SURFACE_SIDE_STYLE('',(#4));
#6=SURFACE_STYLE_USAGE(.BOTH.,#5);
#7=PRESENTATION_STYLE_ASSIGNMENT((#6));
#50=PLANE('',$);
#51=PLANE('',$);
`
const readStyles = (rows: string) => {
  const file = parseStep(red + rows)
  return { styles: new Styles(file), row: (id: number) => rowOf(file, id) }
}

describe('STEP styles', () => {
  it('apply to the styled item', () => {
    const { styles, row } = readStyles("#20=STYLED_ITEM('',(#7),#50);")
    expect(styles.surface(row(50))).toEqual({ color: [1, 0, 0], opacity: 1 })
    expect(styles.surface(row(51))).toBeNull()
    expect(styles.curve(row(50))).toBeNull()
    expect(styles.surfaceCount).toBe(1)
    expect(styles.targets.get(row(20))).toBe(row(50))
  })

  it('are read from a complex instance', () => {
    const { styles, row } = readStyles("#20=(REPRESENTATION_ITEM('')STYLED_ITEM((#7),#50));")
    expect(styles.surface(row(50))).toEqual({ color: [1, 0, 0], opacity: 1 })
  })

  it('are replaced by an overriding styled item', () => {
    const blue =
      "#31=COLOUR_RGB('',0.,0.,1.);#32=SURFACE_STYLE_RENDERING($,#31);#33=SURFACE_SIDE_STYLE('',(#32));#34=SURFACE_STYLE_USAGE(.BOTH.,#33);#35=PRESENTATION_STYLE_ASSIGNMENT((#34));"
    const rows = `${blue}#20=STYLED_ITEM('',(#7),#50);#21=OVER_RIDING_STYLED_ITEM('',(#35),#50,#20);`
    expect(readStyles(rows).styles.surface(readStyles(rows).row(50))?.color).toEqual([0, 0, 1])
  })

  it('have the opacity of their transparency, clamped to the range from 0 to 1', () => {
    const glass = (transparency: string): string =>
      `#30=SURFACE_STYLE_TRANSPARENT(${transparency});#31=SURFACE_STYLE_RENDERING_WITH_PROPERTIES($,#1,(#30));
       #32=SURFACE_SIDE_STYLE('',(#31));#33=SURFACE_STYLE_USAGE(.BOTH.,#32);#34=PRESENTATION_STYLE_ASSIGNMENT((#33));
       #35=STYLED_ITEM('',(#34),#50);`
    const opacity = (transparency: string): number | undefined => {
      const { styles, row } = readStyles(glass(transparency))
      return styles.surface(row(50))?.opacity
    }
    expect(['0.25', '2.', '-1.', "'a'"].map(opacity)).toEqual([0.75, 0, 1, 1])
  })

  it('keep curve and surface colors separate and ignore point styles', () => {
    const rows = `#30=CURVE_STYLE('',$,POSITIVE_LENGTH_MEASURE(1.),#1);#31=PRESENTATION_STYLE_ASSIGNMENT((#30));
      #32=POINT_STYLE('',$,POSITIVE_LENGTH_MEASURE(1.),#1);#33=PRESENTATION_STYLE_ASSIGNMENT((#32));
      #34=STYLED_ITEM('',(#31),#50);#35=STYLED_ITEM('',(#33),#51);`
    const { styles, row } = readStyles(rows)
    expect([styles.curve(row(50))?.color, styles.surface(row(50))]).toEqual([[1, 0, 0], null])
    expect([styles.curve(row(51)), styles.surface(row(51))]).toEqual([null, null])
  })

  it('report items marked as invisible', () => {
    const { styles, row } = readStyles("#20=STYLED_ITEM('',(#7),#50);#21=INVISIBILITY((#20,#51));")
    expect([row(20), row(50), row(51), row(1)].map((each) => styles.isInvisible(each))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('resolve predefined color names and ignore unknown ones', () => {
    const colored = (word: string): unknown => {
      const rows = `#1=DRAUGHTING_PRE_DEFINED_COLOUR('${word}');#2=STYLED_ITEM('',(#1),#3);#3=PLANE('',$);`
      const namedFile = parseStep(rows)
      return new Styles(namedFile).surface(rowOf(namedFile, 3))?.color
    }
    expect(['red', 'CYAN', 'mauve', 'constructor', ''].map(colored)).toEqual([
      [1, 0, 0],
      [0, 1, 1],
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are null for cyclic or missing references', () => {
    const rows = `#30=SURFACE_SIDE_STYLE('',(#30));#31=SURFACE_STYLE_USAGE(.BOTH.,#30);
      #32=PRESENTATION_STYLE_ASSIGNMENT((#31,#99));#33=STYLED_ITEM('',(#32),#50);#34=STYLED_ITEM('',(#7),#99);`
    const { styles, row } = readStyles(rows)
    expect(styles.surface(row(50))).toBeNull()
    expect(styles.surfaceCount).toBe(0)
  })
})
