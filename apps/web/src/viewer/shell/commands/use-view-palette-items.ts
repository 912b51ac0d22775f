import type { Viewer } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'
import type { PaletteItem } from '../../../shared/commands/command-palette.js'
import { notify } from '../../../shared/design/toasts-state.js'
import { errorMessage } from '../../../shared/errors/error-message.js'
import { openViewpoint } from '../../kit/viewpoints/capture.js'
import { useViews } from '../../tools/views/use-views.js'

/** Returns the saved views of the file, requested when the palette opens. */
export function useViewPaletteItems(viewer: Viewer | null, fileId: string | null): readonly PaletteItem[] {
  const { t } = useTranslation()
  const { data = [] } = useViews(fileId)
  if (!viewer || fileId === null) return []
  return data.map(({ id, name, author }) => ({
    id: `view-${id}`,
    name: t('commands.openView', { name }),
    note: author.name,
    group: 'places',
    run: () =>
      void openViewpoint(viewer, fileId, id).catch((error: unknown) =>
        notify(errorMessage(error), { tone: 'problem' }),
      ),
  }))
}
