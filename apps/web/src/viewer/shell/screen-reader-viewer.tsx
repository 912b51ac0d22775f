import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../platform/commands/shortcuts.js'
import { useTools } from '../kit/tools-context.js'
import { useViewerSession } from '../session/session.js'

/** Describes the canvas for screen readers: the model, and what each tool shows in it. */
export function ScreenReaderViewer() {
  const { t } = useTranslation()
  const {
    viewer,
    access: { name },
  } = useViewerSession()
  const id = useId()
  const shortcutText = useShortcutText()
  useEffect(() => {
    const canvas = viewer?.canvas
    if (!canvas) return
    // The canvas handles arrow and letter keys: with this role, screen readers pass them on.
    canvas.setAttribute('role', 'application')
    canvas.setAttribute('aria-roledescription', t('commands.spoken.model'))
    canvas.setAttribute('aria-describedby', id)
    if (name !== null) canvas.setAttribute('aria-label', name)
  }, [viewer, name, id, t])
  const keys = { palette: shortcutText('palette') ?? '', shortcuts: shortcutText('shortcuts') ?? '' }
  const tools = useTools().filter(({ tool }) => tool.describe)
  return (
    <div className="sr-only">
      <p id={id}>{t('commands.spoken.instructions', keys)}</p>
      {tools.map(({ tool, context }) => (
        <p key={tool.descriptor.id} role="status">
          {tool.describe?.(context)}
        </p>
      ))}
    </div>
  )
}
