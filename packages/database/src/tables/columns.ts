import type { ColumnType } from 'kysely'

/** UUIDv7 created by `newId()`. */
export type Id = string
/** 64 lower-case hexadecimal digits. */
export type Sha256 = string

/** `timestamptz` with a default: read as Date, optional on insert. */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>
/** `timestamptz` without a default. */
export type Time = ColumnType<Date, Date | string, Date | string>
/** Nullable `timestamptz`. */
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** Value of a `jsonb` column whose shape another package defines. */
export type JsonObject = { readonly [key: string]: unknown }
/**
 * `jsonb`: read as a value, written as JSON text (`JSON.stringify`), because `pg` would convert arrays to SQL arrays.
 */
export type Json<Value> = ColumnType<Value, string, string>
/** `jsonb` with a default. */
export type DefaultedJson<Value> = ColumnType<Value, string | undefined, string>
/** Nullable `jsonb`. */
export type OptionalJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>
