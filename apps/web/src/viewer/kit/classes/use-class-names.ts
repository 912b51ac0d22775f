import i18next from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requirePageMessages } from '../../../platform/i18n/index.js'
import { findClassKey } from './class-aliases.js'

/** Returns the name of a class of IFC, or of a category of Revit, in the language of the interface. */
export type FormatClass = (className: string) => string

/** Provides the names of classes; until their table is loaded, and for classes that are not in it, those of the file. */
export function useClassNames(): FormatClass {
  const { i18n } = useTranslation()
  const { language } = i18n
  const [loadedFor, setLoadedFor] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Only models need the table, so it is not among the messages that every page loads.
    requirePageMessages('classes').then(
      () => (isCurrent ? setLoadedFor(language) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  const isLoaded = loadedFor === language
  return useCallback((className) => (isLoaded ? formatClass(className, language) : className), [isLoaded, language])
}

function formatClass(className: string, language: string): string {
  const key = findClassKey(className)
  // The categories of Revit are English already.
  if (key === null || (language === 'en' && !className.startsWith('Ifc'))) return className
  const text: unknown = i18next.getResource(language, 'translation', `classes.${key}`)
  return typeof text === 'string' ? text : className
}
