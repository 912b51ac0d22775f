import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { attribute, findChild, findChildren, numbersIn, parseXml, type XmlElement } from './parse-xml.js'

const parsed = (text: string): XmlElement | null => parseXml(new TextEncoder().encode(text))
const root = (text: string): XmlElement => {
  const element = parsed(text)
  if (!element) throw new TypeError('no document')
  return element
}

describe('XML parser', () => {
  it.each([
    ['<a/>', 'a'],
    ['<a />', 'a'],
    ['<a></a>', 'a'],
    ['<a></a >', 'a'],
    ['<p:a></p:a>', 'a'],
    ['<a\n/>', 'a'],
    ['<?xml version="1.0"?>\n<a/>\n', 'a'],
    ['<!DOCTYPE a><a/>', 'a'],
    ['<a/><!-- end -->', 'a'],
    ['<Ա/>', 'Ա'],
  ])('reads the root element of %s', (text, name) => {
    expect(root(text).name).toBe(name)
  })

  it.each([
    ['end tag with another name', '<a></b>'],
    ['end tag with another prefix', '<p:a></q:a>'],
    ['end tags in the wrong order', '<a><b></a></b>'],
    ['missing end tag', '<a><b/>'],
    ['tag without a name', '< a/>'],
    ['two root elements', '<a/><b/>'],
    ['truncated within a tag', '<a b="1"'],
    ['truncated within an attribute value', '<a b="1/>'],
    ['unterminated comment', '<a><!-- </a>'],
    ['unterminated CDATA section', '<a><![CDATA[ </a>'],
    ['unterminated processing instruction', '<?xml <a/>'],
  ])('returns null for an invalid document: %s', (_, text) => {
    expect(parsed(text)).toBeNull()
  })
})

describe('XML attribute', () => {
  it('accepts either quotes and white space, and drops the prefix', () => {
    const element = root(`<a b = "1" c='2'\n\tx:Key="k" xmlns:y="u" d=""/>`)
    expect([...element.attributes]).toEqual([
      ['b', '1'],
      ['c', '2'],
      ['Key', 'k'],
      ['d', ''],
    ])
  })

  it('can contain the other quotes, slashes and tags', () => {
    const element = root(`<a b="it's" c='"' d="</a>" e="x/"/>`)
    expect(['b', 'c', 'd', 'e'].map((name) => attribute(element, name))).toEqual(["it's", '"', '</a>', 'x/'])
  })

  it('is empty when it is absent or has no value', () => {
    expect(attribute(root('<a b/>'), 'b')).toBe('')
    expect(attribute(null, 'b')).toBe('')
    expect(attribute(undefined, 'b')).toBe('')
  })

  it('needs no space after the previous one', () => {
    const element = root('<a b="1"c="2"/>')
    expect([attribute(element, 'b'), attribute(element, 'c')]).toEqual(['1', '2'])
  })

  it.each([
    ['names without a value', 'b'.repeat(200_000)],
    ['quotes', 'b""'.repeat(60_000)],
    ['blanks', `b${' '.repeat(200_000)}`],
    ['equals signs', '='.repeat(200_000)],
  ])('is found within ten seconds of CPU time after very many %s', (_, inner) => {
    const processorMilliseconds = stopwatch()
    expect(attribute(root(`<a ${inner} c="1"/>`), 'c')).toBe('1')
    expect(processorMilliseconds()).toBeLessThan(10_000)
  })
})

describe('XML text', () => {
  it.each([
    ['&lt;&gt;&amp;&quot;&apos;', `<>&"'`],
    ['&#65;&#x41;&#X42;', 'AAB'],
    ['&#128512;', '😀'],
    ['&amp;lt;', '&lt;'],
    ['&nothing;', '&nothing;'],
    ['&constructor;&toString;', '&constructor;&toString;'],
    ['&#0;&#x110000;', '&#0;&#x110000;'],
    ['a & b', 'a & b'],
  ])('decodes references by name and number: %s', (text, expected) => {
    expect(root(`<a>${text}</a>`).text).toBe(expected)
    expect(attribute(root(`<a b="${text}"/>`), 'b')).toBe(expected)
  })

  it('is joined around child elements, comments and CDATA sections', () => {
    expect(root('<a>1<b>x</b>2<!-- y -->3<![CDATA[<&amp;>]]>4<?p?>5</a>').text).toBe('123<&amp;>45')
  })
})

describe('XML element', () => {
  const tree = root('<a><b n="1"/><c/><p:b n="2"/></a>')

  it('is found among children by name in document order', () => {
    expect(findChildren(tree, 'b').map((element) => attribute(element, 'n'))).toEqual(['1', '2'])
    expect(attribute(findChild(tree, 'b'), 'n')).toBe('1')
    expect(findChild(tree, 'd')).toBeUndefined()
    expect([findChildren(null, 'b'), findChildren(undefined, 'b'), findChild(null, 'b')]).toEqual([[], [], undefined])
  })

  it('nests 199 but not 5000 levels deep', () => {
    const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
    expect(parsed(deep(199))).not.toBeNull()
    expect(parsed(deep(5000))).toBeNull()
  })
})

describe('XML number list', () => {
  it.each([
    ['1 2', [1, 2]],
    ['1,2', [1, 2]],
    [' 1 ,\n2\t', [1, 2]],
    ['-1e3,.5', [-1000, 0.5]],
    ['', []],
    ['1 x', [1, Number.NaN]],
  ])('is parsed from "%s"', (list, numbers) => {
    expect(numbersIn(list)).toEqual(numbers)
  })
})
