import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  escapeMarkdown,
  formatAbout,
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatShare,
  formatSigned,
  joinWords,
  pad,
  plainText,
  plural,
  visibleWidth,
  wrapText,
} from '../../../src/lib/format.ts'

const ESC = '\u001b'

describe('formatPercent()', () => {
  it('rounds bounds outward and leaves whole tenths alone', () => {
    expect(formatPercent(0.0291, 'up')).toBe('3.0 %')
    expect(formatPercent(0.0299, 'down')).toBe('2.9 %')
    expect(formatPercent(0.029, 'up')).toBe('2.9 %')
    expect(formatPercent(-0.0141, 'down')).toBe('-1.5 %')
    expect(formatPercent(-0.0149, 'up')).toBe('-1.4 %')
    expect(formatPercent(0.2494)).toBe('24.9 %')
  })

  it('never prints a bound stronger than the number', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 20, noNaN: true }), (fraction) => {
        const [down, up] = [formatPercent(fraction, 'down'), formatPercent(fraction, 'up')]
        expect(Number.parseFloat(down) / 100).toBeLessThanOrEqual(
          fraction + 1e-15 * Math.abs(fraction),
        )
        expect(Number.parseFloat(up) / 100).toBeGreaterThanOrEqual(
          fraction - 1e-15 * Math.abs(fraction),
        )
        expect(Number.parseFloat(up) - Number.parseFloat(down)).toBeLessThan(0.11)
      }),
    )
  })

  it('writes no negative zero', () => {
    expect(formatPercent(-0.0001)).toBe('0.0 %')
    expect(formatSigned(-0.0001, 'up')).toBe('0.0 %')
  })
})

it('formatSigned() puts a sign in front of everything but zero', () => {
  expect([0.0042, -0.249, 0].map((one) => formatSigned(one))).toEqual([
    '+0.4 %',
    '-24.9 %',
    '0.0 %',
  ])
})

it('formatShare() drops decimals that say nothing', () => {
  expect([0.05, 0.125, 0.95, 1 - 0.025].map((one) => formatShare(one))).toEqual([
    '5 %',
    '12.5 %',
    '95 %',
    '97.5 %',
  ])
})

it('formatCount() keeps three digits, also across a unit', () => {
  expect([2_410_000, 999_999, 48_200, 950, 3.2, 0, 1.5e10].map(formatCount)).toEqual([
    '2.41 M',
    '1.00 M',
    '48.2 k',
    '950',
    '3.20',
    '0.00',
    '15.0 G',
  ])
})

it('formatDuration() names the two largest units', () => {
  expect(
    [850, 4200, 9960, 42_000, 59_700, 425_000, 420_000, 7_500_000].map(formatDuration),
  ).toEqual(['850 ms', '4.2 s', '10 s', '42 s', '1 min', '7 min 5 s', '7 min', '2 h 5 min'])
  expect([20_000, 170_000].map(formatAbout)).toEqual(['less than a minute', 'about 3 min'])
})

it('formatBytes() uses binary units', () => {
  expect([512, 67_108_864, 24 * 1024 ** 3].map(formatBytes)).toEqual([
    '512 B',
    '64.0 MiB',
    '24.0 GiB',
  ])
})

it('plural() and joinWords() make sentences', () => {
  expect([plural(1, 'round'), plural(6, 'round')]).toEqual(['1 round', '6 rounds'])
  expect([joinWords([]), joinWords(['a']), joinWords(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a, b and c',
  ])
})

describe('plainText()', () => {
  it('strips terminal escapes, control and invisible characters', () => {
    expect(
      plainText(`${ESC}[31mred${ESC}[0m ${ESC}]8;;http://x${ESC}\\link\u0007\u0000\u202e!`),
    ).toBe('red link!')
  })

  it('makes one line of many', () => {
    expect(plainText('a\r\n\tb\u2028c')).toBe('a b c')
  })

  it('keeps GitHub runners from reading commands', () => {
    expect(plainText('x ::error::y ##[group]z 127.0.0.1:9092 [::1]:9093')).toBe(
      'x : :error: :y ## [group]z 127.0.0.1:9092 [::1]:9093',
    )
  })

  it('cuts what is too long', () => {
    expect(plainText('abcdef', 4)).toBe('abc…')
  })

  it('leaves no control character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(plainText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

describe('escapeMarkdown()', () => {
  it('writes what would be markup as entities', () => {
    expect(escapeMarkdown('<b>|`*x* [a](b) ~~c~~ \\ $1$')).toBe(
      '&#60;b&#62;&#124;&#96;&#42;x&#42; &#91;a&#93;(b) &#126;&#126;c&#126;&#126; &#92; &#36;1&#36;',
    )
  })

  it('keeps GitHub from linking, mentioning and referring', () => {
    expect(escapeMarkdown('@team #12 https://x.y www.x.y')).toBe(
      '&#64;&#8203;team &#35;&#8203;12 https&#58;//x.y www&#46;x.y',
    )
  })

  it('shows entities as they were written, and leaves names readable', () => {
    expect(escapeMarkdown('&lt; &#60; TLS_AES_256 _x_ __y__')).toBe(
      '&#38;lt; &#38;&#35;&#8203;60; TLS_AES_256 &#95;x&#95; &#95;&#95;y&#95;&#95;',
    )
  })

  it('keeps any text on one line and free of markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(escapeMarkdown(text)).not.toMatch(/[<>|`*[\]\\~$\r\n]|&(?!#\d+;)/)
      }),
    )
  })
})

describe('wrapText()', () => {
  it('breaks at blanks, but not before a percent sign', () => {
    expect(wrapText('slower by 24.9 % or so', 14)).toEqual(['slower by', '24.9 % or so'])
  })

  it('cuts a word that is wider than the line', () => {
    expect(wrapText('abcdefgh ij', 5)).toEqual(['abcde', 'fgh', 'ij'])
  })

  it('never exceeds the width and loses nothing but blanks', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        const lines = wrapText(text, width)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        expect(Math.max(...lines.map(visibleWidth))).toBeLessThanOrEqual(width)
      }),
    )
  })
})

it('pad() counts what is seen, not the colours', () => {
  expect(pad(`${ESC}[31mab${ESC}[39m`, 4)).toBe(`${ESC}[31mab${ESC}[39m  `)
  expect(pad('ab', 4, 'right')).toBe('  ab')
})
