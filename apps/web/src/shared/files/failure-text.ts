import { failureMessages, fillPlaceholders, type FileRecord, uploadFormats } from '@kamar/contracts'
import { currentLanguage } from '../i18n/index.js'

type Failure = NonNullable<FileRecord['failure']>

/** Why a translation failed, in plain words of the chosen language. Format ids are shown as their names. */
export function failureText(failure: Failure): string {
  const details = Object.fromEntries(
    Object.entries(failure.details ?? {}).map(([name, value]) => [name, formatName(value)]),
  )
  return fillPlaceholders(failureMessages[currentLanguage()][failure.code], details)
}

function formatName(value: string | number): string | number {
  return uploadFormats.find(({ id }) => id === value)?.name ?? value
}
