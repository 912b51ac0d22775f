import { collaborationLimits, type Topic } from '@kamar/contracts'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../platform/design/button.js'
import { focusWhenShown } from '../../../../platform/design/focus-when-shown.js'
import { inputClass } from '../../../../platform/design/fields/text-field.js'

interface TopicTitleProps {
  readonly topic: Topic
  readonly onChange: (title: string) => void
}

/** Renders the title; users with the permission edit it in place. */
export function TopicTitle({ topic, onChange }: TopicTitleProps) {
  const { t } = useTranslation()
  const [text, setText] = useState<string | null>(null)
  const take = (): void => {
    const title = text?.trim() ?? ''
    setText(null)
    if (title !== '' && title !== topic.title) onChange(title)
  }
  if (text !== null) {
    return (
      <input
        ref={focusWhenShown}
        aria-label={t('topics.titleField')}
        maxLength={collaborationLimits.titleCharacters}
        className={inputClass}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key === 'Escape') setText(null)
        }}
      />
    )
  }
  return (
    <div className="flex items-start gap-1">
      <h3 className="min-w-0 grow text-16 wrap-anywhere">{topic.title}</h3>
      {topic.mayChange ? (
        <IconButton size="small" label={t('topics.editTitle')} onClick={() => setText(topic.title)}>
          <Pencil />
        </IconButton>
      ) : null}
    </div>
  )
}
