const marks = '!()*,;:@_~'

/** The number in marks that no search reads as words: the same search once more, which no cache of answers has. */
export const unread = (number: number): string =>
  ` ${String(number).replace(/\d/g, (digit) => marks[Number(digit)]!)}`

/** The same as an expression of Lua, for the end of an address whose last value is the search. */
export const unreadInLua = (number: string): string =>
  `"%20" .. (tostring(${number}):gsub("%d", function(digit) return ("${marks}"):sub(digit + 1, digit + 1) end))`

/** Without what `unread` added. */
export const withoutUnread = (address: string): string => address.replace(/%20[!()*,;:@_~]+$/, '')
