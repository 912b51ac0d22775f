import i18next, { type ParseKeys } from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requirePageMessages } from '../../../platform/i18n/index.js'
import { findClassKey } from './class-aliases.js'

/** Returns the name of a class of IFC, or of a category of Revit, in the language of the interface. */
export type FormatClass = (className: string) => string

/** Whether the table of names, which only models need, was requested. */
let loading: Promise<unknown> | null = null

/** Provides the names of classes; until their table is loaded, and for classes that are not in it, those of the file. */
export function useClassNames(): FormatClass {
  const { i18n } = useTranslation()
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    let isCurrent = true
    loading ??= requirePageMessages('classes').catch(() => {
      loading = null
    })
    loading.then(
      () => (isCurrent ? setLoaded(true) : undefined),
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  const { language } = i18n
  return useCallback((className) => (isLoaded ? formatClass(className, language) : className), [isLoaded, language])
}

function formatClass(className: string, language: string): string {
  const key = findClassKey(className)
  // The categories of Revit are English already.
  if (key === null || (language === 'en' && !className.startsWith('Ifc'))) return className
  const path = `classes.${key}`
  return i18next.exists(path) ? i18next.t(path as ParseKeys) : className
}
