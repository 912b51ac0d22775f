import type { ViewpointForm, ViewpointSummary } from '@kamar/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/api/api.js'
import { collaborationKeys as keys } from '../../../platform/collaboration/collaboration-keys.js'
import { uploadSnapshot } from './capture.js'
import type { CapturedView } from './viewpoint-mapping.js'
import type { FileAccess } from '../../session/session.js'

/** Returns the version that a view was made on, if it is not the current one. */
export const toVersion = ({ fileVersion }: Pick<FileAccess, 'fileVersion'>): Pick<ViewpointForm, 'fileVersion'> =>
  fileVersion === null ? {} : { fileVersion }

/** Returns the saved views of a file, newest first. */
export function useViews(fileId: string | null) {
  return useQuery({
    queryKey: keys.views(fileId ?? ''),
    queryFn: ({ signal }) => api.call('listViews', { parameters: { id: fileId ?? '' } }, { signal }),
    enabled: fileId !== null,
  })
}

/** Returns the requests for saved views; each rejects with the server's error. */
export function useViewCalls(fileId: string) {
  const client = useQueryClient()
  return useMemo(() => {
    const reload = (): Promise<void> => client.invalidateQueries({ queryKey: keys.views(fileId) })
    return {
      async save(name: string, view: CapturedView, version: Pick<ViewpointForm, 'fileVersion'>) {
        const { id } = await api.call('createView', {
          parameters: { id: fileId },
          body: { ...view.form, ...version, name },
        })
        await uploadSnapshot(fileId, id, view.snapshot)
        await reload()
      },
      async rename({ id: viewpointId, revision }: ViewpointSummary, name: string) {
        try {
          await api.call('changeViewpoint', { parameters: { id: fileId, viewpointId }, body: { revision, name } })
        } finally {
          await reload()
        }
      },
      /** Overwrites a view with another one and its snapshot. */
      async update(
        { id: viewpointId, revision }: ViewpointSummary,
        view: CapturedView,
        version: Pick<ViewpointForm, 'fileVersion'>,
      ) {
        try {
          await api.call('changeViewpoint', {
            parameters: { id: fileId, viewpointId },
            body: { revision, view: { ...view.form, ...version } },
          })
          await uploadSnapshot(fileId, viewpointId, view.snapshot)
        } finally {
          await reload()
        }
      },
      async duplicate({ id: viewpointId }: ViewpointSummary, name: string) {
        await api.call('copyView', { parameters: { id: fileId, viewpointId }, body: { name } })
        await reload()
      },
      async remove(viewpointId: string) {
        await api.call('deleteViewpoint', { parameters: { id: fileId, viewpointId } })
        await reload()
      },
    }
  }, [client, fileId])
}
