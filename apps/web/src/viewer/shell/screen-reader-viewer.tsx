import { use, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcutText } from '../../shared/commands/shortcuts.js'
import type { Tool } from '../kit/tool.js'
import { ToolsContext } from '../kit/tools-context.js'
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
  const tools = use(ToolsContext).filter(({ describe }) => describe)
  return (
    <div className="sr-only">
      <p id={id}>{t('commands.spoken.instructions', keys)}</p>
      {tools.map((tool) => (
        <Description key={tool.descriptor.id} tool={tool} />
      ))}
    </div>
  )
}

function Description({ tool }: { readonly tool: Tool }) {
  const context = use(tool.context)
  return <p role="status">{context ? tool.describe?.(context) : ''}</p>
}
