import type { ErrorCode } from '../errors.js'
import type { TranslationFailureCode } from '../failures.js'

/** Texts of the error table in Armenian. */
export const errorMessagesArmenian: Record<ErrorCode, string> = {
  'bad-request': 'Ստուգեք մուտքագրված տվյալները և փորձեք կրկին',
  'invalid-credentials': 'Էլ. փոստը կամ գաղտնաբառը սխալ է',
  'not-signed-in': 'Խնդրում ենք կրկին մուտք գործել',
  'refresh-refused': 'Խնդրում ենք կրկին մուտք գործել',
  'sign-in-expired': 'Չափազանց շատ ժամանակ է անցել. կրկին մուտք գործեք',
  'provider-refused': '{{provider}}-ով մուտք գործել չհաջողվեց. փորձեք կրկին',
  'provider-email-unverified': '{{provider}}-ը չի հաստատել ձեր էլ. փոստի հասցեն, ուստի դրանով մուտք գործել հնարավոր չէ',
  'sign-up-closed': 'Այս սերվերում գրանցումը փակ է',
  'provider-not-configured': '{{provider}}-ով մուտքն այս սերվերում կարգավորված չէ',
  'account-not-linked': 'Այս էլ. փոստով հաշիվ արդեն կա. մուտք գործեք դրա գաղտնաբառով',
  'link-not-valid': 'Այս հղումն այլևս վավեր չէ. խնդրեք նորը',
  'password-unchanged': 'Ընտրեք հնից տարբերվող գաղտնաբառ',
  'password-not-right': 'Գաղտնաբառը սխալ է',
  'code-not-right': 'Կոդը սխալ է',
  'account-rejected': 'Ադմինիստրատորը մերժել է այս հաշիվը',
  'approval-pending': 'Այս հաշիվը սպասում է ադմինիստրատորի հաստատմանը',
  'not-allowed': 'Դուք սրա իրավունքը չունեք',
  'not-found': 'Չի գտնվել',
  'method-not-allowed': 'Այս հասցեն նման հարցում չի ընդունում',
  'already-exists': 'Սա արդեն գոյություն ունի',
  'not-yourself': 'Սա հնարավոր չէ անել սեփական հաշվի հետ',
  'last-administrator': 'Պետք է մնա առնվազն մեկ ադմինիստրատոր',
  'upload-conflict': 'Այս վերբեռնումը շարունակվում է այլ տեղում. փորձեք կրկին',
  'translation-not-ready': 'Ֆայլը դեռ պատրաստ չէ',
  'file-too-large': 'Ֆայլի չափը գերազանցում է 100 ՄԲ սահմանը',
  'quota-exceeded': 'Ձեր պահոցում բավարար տեղ չի մնացել',
  'request-too-large': 'Հարցումը չափազանց մեծ է',
  'unsupported-format': 'Չաջակցվող ֆայլի ձևաչափ՝ {{extension}}',
  'other-file-type': 'Նոր տարբերակը պետք է լինի {{extension}} ֆայլ, ինչպես նախորդը',
  'range-not-satisfiable': 'Ֆայլի այդ մասը գոյություն չունի',
  'invalid-input': 'Ստուգեք մուտքագրված տվյալները',
  'image-unreadable': 'Այս նկարը չի կարդացվում. օգտագործեք մինչև 8 ՄԲ JPEG, PNG կամ WebP',
  'password-too-short': 'Գաղտնաբառը պետք է ունենա առնվազն {{minimum}} նիշ',
  'password-too-common': 'Այս գաղտնաբառը չափազանց տարածված է. ընտրեք մեկ ուրիշը',
  'empty-file': 'Ֆայլը դատարկ է',
  'checksum-mismatch': 'Ֆայլը վնասվել է փոխանցման ընթացքում. փորձեք կրկին',
  'too-many-requests': 'Չափազանց շատ հարցումներ, խնդրում ենք սպասել',
  'export-failed':
    'Հնարավոր չեղավ ստեղծել այս արտահանումը։ Փորձեք նորից, և եթե կրկին չստացվի, գրեք մեզ՝ նշելով ֆայլի անունը',
  internal: 'Սերվերի սխալ, փորձեք կրկին',
  'storage-full': 'Սերվերում ազատ տեղ չկա. ոչինչ չի պահպանվել',
  'storage-damaged': 'Պահպանված ֆայլը վնասված է. տեղեկացրեք ադմինիստրատորին',
  'not-ready': 'Ծառայությունը մեկնարկում է, փորձեք կրկին',
}

/** Texts of the translation failures in Armenian. */
export const failureMessagesArmenian: Record<TranslationFailureCode, string> = {
  'not-this-format': 'Սա {{expected}} չէ. ըստ պարունակության՝ {{detected}} է։ Պահպանեք այն ճիշտ ընդլայնմամբ։',
  'unsupported-version':
    'Ձևաչափի այս տարբերակը ({{version}}) հնարավոր չէ կարդալ։ Պահպանեք որպես {{advice}} և վերբեռնեք կրկին։',
  encrypted: 'Ֆայլը պաշտպանված է գաղտնաբառով։ Պահպանեք այն առանց պաշտպանության և վերբեռնեք կրկին։',
  damaged: 'Ֆայլը վնասված է և չկարդացվեց։ Կրկին արտահանեք այն սկզբնական ծրագրից։',
  'limit-exceeded':
    'Մոդելը չափազանց մեծ է այս սերվերի համար՝ {{limit}}։ Բաժանեք այն կամ խնդրեք ադմինիստրատորին բարձրացնել սահմանը։',
  'companion-missing': 'Ֆայլին անհրաժեշտ է պակասող մեկ այլ ֆայլ՝ {{names}}։ Կցեք այն և փորձեք կրկին։',
  'nothing-to-show': 'Ֆայլը կարդացվեց, բայց դրանում ցուցադրելու ոչինչ չկա։',
  cancelled: 'Փոխարկումը չեղարկվեց։',
  'reader-fault': 'Ֆայլը չկարդացվեց Kamar-ի սխալի պատճառով։ Ձեր ֆայլն ապահով է, սխալը գրանցվել է։',
  'no-reader':
    'Սերվերը պահում է {{expected}} ֆայլերը, բայց դրանց ընթերցիչը տեղադրված չէ։ Ֆայլը կարող եք ներբեռնել ցանկացած պահի։',
}
