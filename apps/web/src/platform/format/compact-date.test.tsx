import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chooseLanguage, startInternationalization } from '../i18n/index.js'
import { useFormats } from './use-formats.js'

afterEach(cleanup)

function DateProbe({ value }: { value: string | null }) {
  const formats = useFormats()
  return <p>{formats.compactDate(value)}</p>
}

test.each([
  ['en', '5 Mar 2026'],
  ['hy', '05.03.2026'],
  ['ru', '05.03.2026'],
  ['es', '05/03/2026'],
] as const)('compact date in %s is %s', async (language, text) => {
  await startInternationalization('en')
  await chooseLanguage(language)
  render(<DateProbe value={new Date(2026, 2, 5, 12).toISOString()} />)
  expect(screen.getByText(text)).toBeTruthy()
})

test('compact date shows “Unknown” for a missing date', async () => {
  await startInternationalization('en')
  await chooseLanguage('en')
  render(<DateProbe value={null} />)
  expect(screen.getByText('Unknown')).toBeTruthy()
})
