import { failureDetails, failureMessages, fillPlaceholders, type FileRecord } from '@kamar/contracts'
import { writeNumber } from '../../format/number.js'
import { currentLanguage } from '../../i18n/index.js'

type Failure = NonNullable<FileRecord['failure']>

/** Describes in the chosen language why a translation failed, including the details that its readers report. */
export function failureText(failure: Failure): string {
  const language = currentLanguage()
  const details = failureDetails(failure, language, (value) => writeNumber(value, language, { maxDecimals: 2 }))
  return fillPlaceholders(failureMessages[language][failure.code], details)
}
