import type { ProtocolScope } from '@kamar/contracts'

/** Message keys that describe each scope: scope names contain a colon, message keys do not. */
export const scopeMessages = {
  'data:read': 'apiAccess.scope.dataRead',
  'data:write': 'apiAccess.scope.dataWrite',
  'data:create': 'apiAccess.scope.dataCreate',
  'data:search': 'apiAccess.scope.dataSearch',
  'bucket:create': 'apiAccess.scope.bucketCreate',
  'bucket:read': 'apiAccess.scope.bucketRead',
  'bucket:update': 'apiAccess.scope.bucketUpdate',
  'bucket:delete': 'apiAccess.scope.bucketDelete',
  'viewables:read': 'apiAccess.scope.viewablesRead',
} as const satisfies Record<ProtocolScope, string>
