import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { maxCharacters } from './codes.js'
import { parseMText, plainMText, type MTextFormat, type MTextRun } from './mtext.js'

const parseRuns = (raw: string, height = 1): MTextRun[] => parseMText(raw, height).flatMap(({ runs }) => runs)
const parseLastFormat = (raw: string, height = 1): MTextFormat | undefined => parseRuns(raw, height).at(-1)?.format
const parseLines = (raw: string): string[] =>
  parseMText(raw, 1).map(({ runs }) => runs.map(({ text, stacked }) => text + (stacked?.lower ?? '')).join('|'))

describe('MTEXT character', () => {
  it.each([
    ['plain', 'Kitchen', 'Kitchen'],
    ['a backslash', 'C:\\\\plans', 'C:\\plans'],
    ['braces', '\\{x\\}', '{x}'],
    ['a no-break space', '25\\~m', '25\u00a0m'],
    ['%% symbols', '%%c20 %%p1 45%%d 5%%%', 'Ø20 ±1 45° 5%'],
    ['%% symbols in upper case', '%%C %%P %%D', 'Ø ± °'],
    ['%% symbols by number', '%%065%%176', 'A°'],
    ['a percent sign', '100% or 50 %%', '100% or 50 %%'],
    ['characters by number', '\\U+0531\\U+0580', 'Ար'],
    ['a tab', 'a^Ib', 'a    b'],
    ['the caret itself', 'x^ 2', 'x^2'],
    ['a caret before a letter', 'x^2', 'x^2'],
    ['a caret at the end', 'x^', 'x^'],
    ['a group without codes', 'a{b}c', 'abc'],
    ['an unknown code', '\\zebra', 'zebra'],
    ['a backslash at the end', 'end\\', 'end'],
    ['vertical alignment', '\\A1;mid', 'mid'],
  ])('is resolved: %s', (_name, raw, expected) => {
    expect(plainMText(raw)).toBe(expected)
  })
})

describe('MTEXT paragraph', () => {
  it.each([
    ['by a paragraph code', 'a\\Pb', ['a', 'b']],
    ['by a line feed', 'a\nb', ['a', 'b']],
    ['by a carriage return and a line feed', 'a\r\nb', ['a', 'b']],
    ['by a caret code', 'a^Jb', ['a', 'b']],
    ['by caret codes for a carriage return and a line feed', 'a^M^Jb', ['a', 'b']],
    ['at the second line of a dimension', 'a\\Xb', ['a', 'b']],
    ['when paragraphs are empty', 'a\\P\\Pb', ['a', '', 'b']],
    ['at the end', 'a\\P', ['a', '']],
    ['when the text is empty', '', ['']],
  ])('is split: %s', (_name, raw, expected) => {
    expect(parseLines(raw)).toEqual(expected)
  })

  it.each([
    ['\\pqc;', 'center'],
    ['\\pxqc;', 'center'],
    ['\\pi0,l0,r0,qr;', 'right'],
    ['\\pqr;', 'right'],
    ['\\pql;', 'left'],
    ['\\pqj;', 'left'],
    ['\\pqd;', 'left'],
    ['\\pi2,l3,t4;', undefined],
    ['\\p;', undefined],
  ])('is aligned by %s to %s', (code, expected) => {
    expect(parseMText(`${code}word`, 1)).toHaveLength(1)
    expect(parseMText(`${code}word`, 1)[0]?.alignment).toBe(expected)
  })

  it('keeps the previous alignment until another is stated', () => {
    expect(parseMText('\\pqc;a\\Pb\\P\\pql;c', 1).map(({ alignment }) => alignment)).toEqual([
      'center',
      'center',
      'left',
    ])
  })

  it('starts a column after a column break', () => {
    expect(parseMText('a\\Nb\\Pc\\Nd', 1).map(({ startsColumn }) => startsColumn ?? false)).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
})

describe('MTEXT height', () => {
  it.each([
    ['in units', '\\H5;x', 2.5, 2],
    ['as a factor', '\\H0.7x;x', 2.5, 0.7],
    ['as a factor of a factor', '\\H2x;\\H3x;x', 2.5, 6],
    ['as a factor of units', '\\H5;\\H0.5x;x', 2.5, 1],
    ['with an upper-case suffix', '\\H2X;x', 2.5, 2],
    ['without a leading zero', '\\H.5x;x', 1, 0.5],
    ['with an exponent', '\\H5e-1;x', 1, 0.5],
    ['without a semicolon', '\\H5Text', 2.5, 2],
    ['when the text is empty', '\\H0;x', 2.5, 1],
    ['below zero', '\\H-3;x', 2.5, 1],
    ['for a text without a height', '\\H3;x', 0, 3],
    ['for a text with a non-finite height', '\\H3;x', Number.NaN, 3],
  ])('is parsed: %s', (_name, raw, own, expected) => {
    expect(parseLastFormat(raw, own)?.height).toBeCloseTo(expected, 12)
  })

  it.each(['\\H1e300x;\\H1e300x;x', '\\H1e-300x;\\H1e-300x;x', '\\H1e999;x', `${'\\H99x;'.repeat(400)}x`])(
    'stays finite and positive: %s',
    (raw) => {
      const height = parseLastFormat(raw)?.height ?? 0
      expect(Number.isFinite(height) && height > 0).toBe(true)
    },
  )
})

describe('MTEXT width, slant and tracking', () => {
  it.each([
    ['\\W0.8;x', { widthFactor: 0.8 }],
    ['\\W2x;\\W0.5x;x', { widthFactor: 1 }],
    ['\\W0;x', { widthFactor: undefined }],
    ['\\T1.5;x', { tracking: 1.5 }],
    ['\\T2x;x', { tracking: 2 }],
    ['\\Q15;x', { obliqueDegrees: 15 }],
    ['\\Q-15;x', { obliqueDegrees: -15 }],
    ['\\Q90;x', { obliqueDegrees: undefined }],
    ['\\Q;x', { obliqueDegrees: undefined }],
    ['\\Q15;\\Q0;x', { obliqueDegrees: 0 }],
  ])('are parsed from %s', (raw, expected) => {
    const { widthFactor, tracking, obliqueDegrees } = parseLastFormat(raw) ?? {}
    expect({ widthFactor, tracking, obliqueDegrees }).toEqual({
      ...{ widthFactor: undefined, tracking: undefined, obliqueDegrees: undefined },
      ...expected,
    })
  })
})

describe('MTEXT color', () => {
  it.each([
    ['red by index', '\\C1;x', 0xff0000],
    ['yellow', '\\C2;x', 0xffff00],
    ['blue', '\\C5;x', 0x0000ff],
    ['grey', '\\C8;x', 0x808080],
    ['orange', '\\C30;x', 0xff7f00],
    ['the foreground color', '\\C7;x', 'foreground'],
    ['red as a number', '\\c255;x', 0xff0000],
    ['green as a number', '\\c65280;x', 0x00ff00],
    ['blue as a number', '\\c16711680;x', 0x0000ff],
    ['black', '\\c0;x', 0],
    ['without a semicolon', '\\C3Text', 0x00ff00],
    ['beyond the palette', '\\C300;x', undefined],
    ['below zero', '\\c-1;x', undefined],
  ])('is parsed: %s', (_name, raw, expected) => {
    expect(parseLastFormat(raw)?.color).toBe(expected)
  })

  it.each(['0', '256'])('is reset to the text color by index %s', (index) => {
    expect(parseRuns(`\\C1;a\\C${index};b`).map(({ format }) => format)).toEqual([
      { height: 1, color: 0xff0000 },
      { height: 1 },
    ])
  })
})

describe('MTEXT font', () => {
  it.each([
    ['\\fArial|b0|i0|c0|p34;x', { name: 'Arial', isBold: false, isItalic: false }],
    ['\\fArial|b1|i1|c204|p34;x', { name: 'Arial', isBold: true, isItalic: true }],
    ['\\FTimes New Roman;x', { name: 'Times New Roman', isBold: false, isItalic: false }],
    ['\\Fromans.shx,bigfont.shx;x', { name: 'romans.shx', isBold: false, isItalic: false }],
    ['\\f|b1;x', undefined],
    ['\\f;x', undefined],
  ])('is parsed from %s', (raw, expected) => {
    expect(parseLastFormat(raw)?.font).toEqual(expected)
  })
})

describe('MTEXT line decoration', () => {
  it.each([
    ['L', 'l', 'underline'],
    ['O', 'o', 'overline'],
    ['K', 'k', 'strikethrough'],
  ] as const)('runs from code %s to code %s', (on, off, mark) => {
    expect(parseRuns(`a\\${on}b\\${off}c`).map(({ text, format }) => [text, format[mark]])).toEqual([
      ['a', undefined],
      ['b', true],
      ['c', false],
    ])
  })
})

describe('MTEXT group', () => {
  it('restores the enclosing format at its end', () => {
    expect(parseRuns('a{\\H2x;b{\\C1;\\Lc}d}e').map(({ text, format }) => [text, format])).toEqual([
      ['a', { height: 1 }],
      ['b', { height: 2 }],
      ['c', { height: 2, color: 0xff0000, underline: true }],
      ['d', { height: 2 }],
      ['e', { height: 1 }],
    ])
  })

  it('continues across paragraphs', () => {
    expect(parseMText('{\\C1;a\\Pb}c', 1).map(({ runs }) => runs.map(({ format }) => format.color))).toEqual([
      [0xff0000],
      [0xff0000, undefined],
    ])
  })

  it('is ignored when it was never opened', () => {
    expect(parseRuns('\\C1;a}b}c').every(({ format }) => format.color === 0xff0000)).toBe(true)
  })

  it.each([100, 101, 5000])('keeps its characters at a depth of %i', (depth) => {
    expect(plainMText(`${'{'.repeat(depth)}a${'}'.repeat(depth)}b`)).toBe('ab')
  })
})

describe('MTEXT stack', () => {
  const parseStack = (raw: string): readonly [string, string | undefined, string | undefined] | undefined => {
    const run = parseRuns(raw).find(({ stacked }) => stacked)
    return run && [run.text, run.stacked?.lower, run.stacked?.between]
  }

  it.each([
    ['\\S1/2;', ['1', '2', 'line']],
    ['\\S1#2;', ['1', '2', 'slash']],
    ['\\S+0.1^-0.2;', ['+0.1', '-0.2', 'nothing']],
    ['\\S+0.1^ -0.2;', ['+0.1', '-0.2', 'nothing']],
    ['\\S 0^ -1;', ['0', '-1', 'nothing']],
    ['\\S^ 2;', ['', '2', 'nothing']],
    ['\\S2^;', ['2', '', 'nothing']],
    ['\\S1\\/2/3;', ['1/2', '3', 'line']],
    ['\\Sa\\;b/c;', ['a;b', 'c', 'line']],
    ['\\Sa\\#1#2;', ['a#1', '2', 'slash']],
    ['\\S1/2/3;', ['1', '2/3', 'line']],
    ['\\S1/2', ['1', '2', 'line']],
  ])('is parsed from %s', (raw, expected) => {
    expect(parseStack(raw)).toEqual(expected)
  })

  it('is placed between its neighbours, in their format', () => {
    expect(parseRuns('\\C1;5 \\S1/2;"')).toEqual([
      { text: '5 ', format: { height: 1, color: 0xff0000 } },
      { text: '1', format: { height: 1, color: 0xff0000 }, stacked: { lower: '2', between: 'line' } },
      { text: '"', format: { height: 1, color: 0xff0000 } },
    ])
  })

  it.each([
    ['\\Sword;', 'word'],
    ['\\S1\\/2;', '1/2'],
    ['\\S;x', 'x'],
    ['\\S', ''],
  ])('is plain text without a lower part: %s', (raw, expected) => {
    expect(parseStack(raw)).toBeUndefined()
    expect(plainMText(raw)).toBe(expected)
  })

  it('has a slash in plain text', () => {
    expect(plainMText('5 \\S3#4;" x \\S1/2;')).toBe('5 3/4" x 1/2')
  })
})

describe('MTEXT code without an argument', () => {
  it.each(['C:\\Files\\High\\Walls', '\\font', '\\parts', '\\Quay', '\\Column', '\\H', '\\W', '\\Ax'])(
    'is kept as text: %s',
    (raw) => {
      expect(plainMText(raw)).toBe(raw)
    },
  )

  it.each(['\\H;', '\\C;', '\\A;', '\\f;', '\\p;', '\\T;', '\\W;', '\\Q;', '\\c;'])(
    'has no effect with a semicolon: %s',
    (raw) => {
      expect(parseRuns(`a${raw}b`).every(({ format }) => format.height === 1 && Object.keys(format).length === 1)).toBe(
        true,
      )
      expect(plainMText(`a${raw}b`)).toBe('ab')
    },
  )
})

describe('overlong MTEXT', () => {
  it('is cut at the maximum length', () => {
    expect(plainMText('x'.repeat(maxCharacters + 100))).toHaveLength(maxCharacters)
  })

  it.each(['\\f', '\\S', '\\S\\', '{\\H2x;', '\\P', '^', '%%', '\\U+', '\\pq', '}{'])(
    'is parsed in bounded time when it repeats %s',
    (fragment) => {
      const processorMilliseconds = stopwatch()
      const paragraphs = parseMText(fragment.repeat(maxCharacters), 1)
      expect(paragraphs.length).toBeGreaterThan(0)
      expect(processorMilliseconds()).toBeLessThan(10_000)
    },
  )
})
