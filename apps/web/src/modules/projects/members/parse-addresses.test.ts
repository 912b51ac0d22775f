import { describe, expect, test } from 'vitest'
import { parseAddresses } from './parse-addresses.js'

describe('parseAddresses', () => {
  test('separates addresses by lines, commas, semicolons and blanks', () => {
    expect(parseAddresses('a@x.am, b@x.am;c@x.am\nd@x.am e@x.am\n\n')).toEqual([
      'a@x.am',
      'b@x.am',
      'c@x.am',
      'd@x.am',
      'e@x.am',
    ])
  })

  test('reads addresses with names, next to others', () => {
    const text = 'gor@x.am, Ani Hakobyan <ani@x.am>, "Hakobyan, Aram" < aram@x.am >'
    expect(parseAddresses(text)).toEqual(['gor@x.am', 'ani@x.am', 'aram@x.am'])
  })

  test('lists an address once, and keeps what is no address, so that it is refused', () => {
    expect(parseAddresses('Ani@x.am ani@X.am oops')).toEqual(['ani@X.am', 'oops'])
    expect(parseAddresses(' \n ')).toEqual([])
  })
})
