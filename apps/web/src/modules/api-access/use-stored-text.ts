import type { ClientApplication } from '@kamar/contracts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/format/use-formats.js'

/** Provides a function that formats the storage use of an application. */
export function useStoredText(): (application: ClientApplication) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  return ({ objects, storedBytes }) => {
    if (objects === 0) return t('apiAccess.nothingStored')
    return t('apiAccess.stored', { count: objects, size: formats.volume(storedBytes) })
  }
}
