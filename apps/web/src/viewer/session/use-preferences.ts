import { useState } from 'react'
import type { Preference } from '@kamar/extensions'
import { storage } from '../../platform/storage.js'

/** Provides the settings of tools that are stored on this device. */
export function usePreferences(): <Value>(key: string, read: (stored: unknown) => Value) => Preference<Value> {
  const [, setChanges] = useState(0)
  return (key, read) => ({
    value: read(readStored(key)),
    set(value) {
      storage.write(key, typeof value === 'string' ? value : JSON.stringify(value))
      setChanges((count) => count + 1)
    },
  })
}

/** Reads a stored setting: JSON, or a text as it is. */
const readStored = (key: string): unknown => storage.readJson(key) ?? storage.read(key)
