import { RotateCcw, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../design/button.js'
import { classNames } from '../design/class-names.js'
import { ContentDialog } from '../design/dialog.js'
import { inputClass } from '../design/fields/text-field.js'
import { type CommandDefinition, commandDefinitions, commandGroups } from './definitions.js'
import { fuzzyScore } from './fuzzy.js'
import { toChord, chordText, type KeyChord, canBeCommand } from './key-chord.js'
import {
  type ChosenKeys,
  chooseKeys,
  commandWith,
  getKeys,
  useChosenKeys,
  withKeys,
  withDefaultKeys,
} from './shortcuts.js'
import { commandName, useCommandNames } from './use-command-names.js'

/** Renders all commands with their keys, which the user can change; the account stores them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const names = useCommandNames()
  const customKeys = useChosenKeys()
  const visibleCommands = commandDefinitions.filter(
    ({ id }) => typed.trim() === '' || names(id).names.some((name) => fuzzyScore(typed, name) !== null),
  )
  return (
    <ContentDialog title={t('commands.shortcuts')} onClose={onClose}>
      <p className="max-w-160 text-13 text-pretty text-muted">{t('commands.intro')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label={t('commands.filter')}
          placeholder={t('commands.filter')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className={classNames(inputClass, 'grow basis-56 sm:max-w-80')}
        />
        <Button
          icon={<RotateCcw />}
          disabled={Object.keys(customKeys).length === 0}
          onClick={() => {
            chooseKeys({})
            setAnnouncement(t('commands.resetAll'))
          }}
        >
          {t('commands.resetAll')}
        </Button>
      </div>
      <p role="status" className="min-h-7 pt-2 text-13 text-muted">
        {announcement}
      </p>
      <div className="gap-x-10 md:columns-2">
        {commandGroups.map((group) => (
          <Group
            key={group}
            title={t(`commands.group.${group}`)}
            commands={visibleCommands.filter((command) => command.group === group)}
            customKeys={customKeys}
            announce={setAnnouncement}
          />
        ))}
      </div>
    </ContentDialog>
  )
}

interface GroupProps {
  readonly title: string
  readonly commands: readonly CommandDefinition[]
  readonly customKeys: ChosenKeys
  readonly announce: (text: string) => void
}

function Group({ title, commands, customKeys, announce }: GroupProps) {
  if (commands.length === 0) return null
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="border-b border-line pb-1 text-13 font-medium text-muted">{title}</h3>
      <ul>
        {commands.map((command) => (
          <CommandRow key={command.id} command={command} customKeys={customKeys} announce={announce} />
        ))}
      </ul>
    </section>
  )
}

function CommandRow({
  command,
  customKeys,
  announce,
}: Omit<GroupProps, 'title' | 'commands'> & { command: CommandDefinition }) {
  const { t } = useTranslation()
  const [isListening, setListening] = useState(false)
  const name = commandName(t, command.id)
  const keys = getKeys(command, customKeys)
  const isChanged = command.id in customKeys
  const give = (chord: KeyChord): void => {
    const other = commandWith(chord, customKeys)
    chooseKeys(withKeys(customKeys, command.id, chord))
    const text = { keys: chordText(chord) }
    const isAssigned = other !== null && other.id !== command.id
    announce(
      isAssigned
        ? t('commands.taken', { ...text, name: commandName(t, other.id) })
        : t('commands.kept', { ...text, name }),
    )
  }
  return (
    <li className="flex min-h-10 items-center gap-1 text-14">
      <span className="min-w-0 grow py-1 break-words">
        {name}
        <ScopeNote command={command} />
      </span>
      {isChanged ? (
        <IconButton
          size="small"
          label={t('commands.reset', { name })}
          onClick={() => chooseKeys(withDefaultKeys(customKeys, command.id))}
        >
          <RotateCcw size={14} />
        </IconButton>
      ) : null}
      {keys.length > 0 && !isListening ? (
        <IconButton
          size="small"
          label={t('commands.remove', { name })}
          onClick={() => {
            chooseKeys(withKeys(customKeys, command.id, null))
            announce(t('commands.removed', { name }))
          }}
        >
          <X size={14} />
        </IconButton>
      ) : null}
      <KeyButton
        label={t('commands.change', { name })}
        keys={keys}
        isListening={isListening}
        setListening={setListening}
        onKeys={give}
        onUnusable={() => announce(t('commands.unusable'))}
      />
    </li>
  )
}

function ScopeNote({ command }: { command: CommandDefinition }) {
  const { t } = useTranslation()
  if (command.scope !== 'canvas') return null
  return <span className="block text-12 text-muted">{t('commands.pictureOnly')}</span>
}

interface KeyButtonProps {
  readonly label: string
  readonly keys: readonly KeyChord[]
  readonly isListening: boolean
  readonly setListening: (listening: boolean) => void
  readonly onKeys: (chord: KeyChord) => void
  readonly onUnusable: () => void
}

/** Renders the keys; a click starts recording new ones. Leaving it keeps the old ones. */
function KeyButton({ label, keys, isListening, setListening, onKeys, onUnusable }: KeyButtonProps) {
  const { t } = useTranslation()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isListening || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const chord = toChord(event)
    if (chord === null) return
    if (!canBeCommand(chord)) return onUnusable()
    setListening(false)
    onKeys(chord)
  }
  const text = keys.length === 0 ? t('commands.noKeys') : keys.map((chord) => chordText(chord)).join(' · ')
  return (
    <button
      type="button"
      aria-label={`${label}: ${isListening ? t('commands.press') : text}`}
      onKeyDown={onKeyDown}
      onBlur={() => setListening(false)}
      onClick={() => setListening(!isListening)}
      className={classNames(
        'min-h-8 min-w-20 shrink-0 rounded-control border px-2 text-13 whitespace-nowrap tabular-nums',
        isListening ? 'border-accent bg-accent-soft text-text' : 'border-edge bg-surface hover:bg-sunken',
        keys.length === 0 && !isListening && 'text-muted',
      )}
    >
      {isListening ? t('commands.press') : text}
    </button>
  )
}
