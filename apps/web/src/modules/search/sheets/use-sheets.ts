import type { SheetCorrection, SheetRecord, SheetRegister } from '@kamar/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.js'

const sheetsKey = (projectId: string) => ['sheets', projectId] as const

/** Loads the sheets of a project by number. */
export function useSheets(projectId: string) {
  return useQuery({
    queryKey: sheetsKey(projectId),
    queryFn: ({ signal }) => api.call('listSheets', { parameters: { projectId } }, { signal }),
  })
}

/** Returns the request that corrects a sheet, and changes the list. */
export function useCorrectSheet(projectId: string) {
  const client = useQueryClient()
  return async ({ fileId }: SheetRecord, form: SheetCorrection): Promise<void> => {
    const changed = await api.call('correctSheet', { parameters: { id: fileId }, body: form })
    client.setQueryData<SheetRegister>(sheetsKey(projectId), (register) => register && replaceSheet(register, changed))
    void client.invalidateQueries({ queryKey: sheetsKey(projectId) })
    void client.invalidateQueries({ queryKey: ['search'] })
  }
}

const replaceSheet = (register: SheetRegister, changed: SheetRecord): SheetRegister => ({
  ...register,
  sheets: register.sheets.map((sheet) =>
    sheet.fileId === changed.fileId && sheet.key === changed.key ? changed : sheet,
  ),
})
