import type { TFunction } from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMessages, type MessageTree } from '../i18n/load-messages.js'
import { commandDefinitions, type CommandId } from './definitions.js'

const textOf = new Map(commandDefinitions.map(({ id, text }) => [id, text]))

/** Returns the name of a command. */
export const commandName = (t: TFunction, id: CommandId): string => {
  const text = textOf.get(id)
  return text ? t(text) : id
}

/** Returns the names by which a command is found: in the page's language, and in English, as in manuals. */
export function useCommandNames(): (id: CommandId) => readonly string[] {
  const { t, i18n } = useTranslation()
  const [english, setEnglish] = useState<MessageTree | null>(null)
  const isEnglish = i18n.language === 'en'
  useEffect(() => {
    // Without the English messages, commands are found by their displayed names only.
    if (!isEnglish) loadMessages('en').then(setEnglish, () => null)
  }, [isEnglish])
  return useCallback(
    (id) => {
      const name = commandName(t, id)
      const other = english ? textAt(english, textOf.get(id) ?? '') : null
      return other === null ? [name] : [name, other]
    },
    [t, english],
  )
}

function textAt(tree: MessageTree, path: string): string | null {
  let node: string | MessageTree | undefined = tree
  for (const part of path.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : null
}
