/**
 * Messages from the main thread to the thread that runs PostgreSQL. `connection` numbers the successive wire streams.
 */
export type ToCluster =
  | { readonly type: 'connect'; readonly connection: number }
  | { readonly type: 'wire'; readonly connection: number; readonly bytes: Uint8Array }
  /** Saves the current in-memory cluster for later ones with the same template. */
  | { readonly type: 'store-template' }
  | { readonly type: 'close' }

/** Messages from the thread that runs PostgreSQL. */
export type FromCluster =
  | { readonly type: 'ready'; readonly durable: boolean; readonly fromTemplate: boolean }
  | { readonly type: 'template-stored' }
  | { readonly type: 'wire'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly type: 'broken'; readonly connection: number; readonly message: string }
  | { readonly type: 'closed' }

/** Start-up settings of the thread. */
export interface ClusterSettings {
  /** Null: in memory. */
  readonly folder: string | null
  /** In memory: name of the template to start from, if one was saved. */
  readonly template: string
}
