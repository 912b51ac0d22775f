import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cleanUpPage } from '../../../testing/clean-up.js'
import { ElementLabel, splitId } from './element-label.js'

afterEach(cleanUpPage)

describe('element label', () => {
  test('separates the id at the end of a name of Revit, and nothing else', () => {
    expect(splitId('Basic Wall:Interior - 92mm:147686')).toEqual({ text: 'Basic Wall:Interior - 92mm', id: '147686' })
    for (const name of ['Wall 10', 'Door 1:12', ':147686', 'a:147686b', ''])
      expect(splitId(name)).toEqual({ text: name, id: '' })
  })

  test('states the complete name in its tooltip', () => {
    render(<ElementLabel name="M_Single-Flush:0762 x 2032mm:150188" tooltip="M_Single-Flush:0762 x 2032mm:150188" />)
    const label = screen.getByTitle('M_Single-Flush:0762 x 2032mm:150188')
    expect([...label.children].map((part) => part.textContent)).toEqual(['M_Single-Flush:0762 x 2032mm', '150188'])
  })
})
