import type { TFunction } from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadMessages, type MessageTree } from '../i18n/load-messages.js'
import { commandDefinitions, type CommandId } from './definitions.js'
import type { SearchedNames } from './match-names.js'

const textOf = new Map(commandDefinitions.map(({ id, text }) => [id, text]))

/** Returns the name of a command. */
export const commandName = (t: TFunction, id: CommandId): string => {
  const text = textOf.get(id)
  return text ? t(text) : id
}

/** Returns the names and synonyms by which a command is found: in the page's language, and in English, as in manuals. */
export function useCommandNames(): (id: CommandId) => SearchedNames {
  const { t, i18n } = useTranslation()
  const [english, setEnglish] = useState<MessageTree | null>(null)
  const isEnglish = i18n.language === 'en'
  useEffect(() => {
    // Without the English messages, commands are found by their displayed names only.
    if (!isEnglish) loadMessages('en', ['viewer']).then(setEnglish, () => null)
  }, [isEnglish])
  return useCallback(
    (id) => {
      const path = `synonyms.${id}`
      const other = english ? textAt(english, textOf.get(id) ?? '') : null
      return {
        names: [commandName(t, id), ...(other === null ? [] : [other])],
        synonyms: [
          ...splitSynonyms(i18n.getResource(i18n.language, 'translation', path)),
          ...splitSynonyms(english ? textAt(english, path) : null),
        ],
      }
    },
    [t, i18n, english],
  )
}

/** Splits the synonyms of a text, which commas separate; other words for a command are texts of the tool that owns it. */
export const splitSynonyms = (text: unknown): readonly string[] =>
  typeof text === 'string' ? text.split(',').map((synonym) => synonym.trim()) : []

function textAt(tree: MessageTree, path: string): string | null {
  let node: string | MessageTree | undefined = tree
  for (const part of path.split('.')) node = typeof node === 'object' ? node[part] : undefined
  return typeof node === 'string' ? node : null
}
