/** Words of a language that are no plain names. Lists are separated by spaces. */
export interface Words {
  /** Control flow, modifiers and the like. */
  k?: string;
  /** Declarations. */
  kd?: string;
  /** Imports and packages. */
  kn?: string;
  /** Constants. */
  kc?: string;
  /** Types. */
  kt?: string;
  /** Operators that are words. */
  ow?: string;
  /** Built-in functions and the like. */
  nb?: string;
}

export const PYTHON: Words = {
  k: 'and as assert async await break class continue def del elif else except finally for global if lambda nonlocal pass raise return try while with yield match case print exec',
  kn: 'import from',
  kc: 'True False None',
  ow: 'and or not in is',
  nb: 'abs all any bool bytes dict enumerate filter float getattr hasattr input int isinstance iter len list map max min next object open ord print range repr reversed round set setattr sorted str sum super tuple type zip self cls',
};

export const JAVASCRIPT: Words = {
  k: 'async await break case catch continue debugger default delete do else finally for if in instanceof new of return static super switch this throw try typeof void while with yield',
  kd: 'class const extends function let var',
  kn: 'export import from',
  kc: 'false null true undefined NaN Infinity',
  nb: 'Array Boolean Date Error JSON Map Math Number Object Promise Proxy RegExp Set String Symbol console document globalThis process require window',
};

export const TYPESCRIPT: Words = {
  ...JAVASCRIPT,
  k: `${JAVASCRIPT.k ?? ''} abstract as asserts declare get implements infer is keyof override private protected public readonly satisfies set unique`,
  kd: `${JAVASCRIPT.kd ?? ''} enum interface namespace type`,
  kt: 'any bigint boolean never number object string symbol unknown void',
};

export const C: Words = {
  k: 'auto break case const continue default do else extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while enum',
  kt: 'bool char double float int int8_t int16_t int32_t int64_t long short signed size_t uint8_t uint16_t uint32_t uint64_t unsigned void',
  kc: 'NULL false true',
};

export const CPP: Words = {
  k: `${C.k ?? ''} alignas alignof catch concept const_cast consteval constexpr constinit co_await co_return co_yield decltype delete dynamic_cast explicit final friend mutable new noexcept operator override private protected public reinterpret_cast requires static_assert static_cast template this throw try typeid typename virtual`,
  kd: 'class',
  kn: 'import module namespace using',
  kt: `${C.kt ?? ''} wchar_t`,
  kc: 'NULL nullptr false true',
};

export const CSHARP: Words = {
  k: 'abstract as async await base break case catch checked const continue default delegate do else event explicit extern finally fixed for foreach get goto if implicit in init internal is lock new operator out override params private protected public readonly ref return sealed set sizeof stackalloc static switch this throw try typeof unchecked unsafe virtual volatile when where while with yield',
  kd: 'class enum interface record struct',
  kn: 'namespace using',
  kt: 'bool byte char decimal double dynamic float int long object sbyte short string uint ulong ushort var void',
  kc: 'false null true',
};

export const JAVA: Words = {
  k: 'abstract assert break case catch continue default do else extends final finally for if implements instanceof native new permits private protected public return sealed static strictfp super switch synchronized this throw throws transient try volatile while yield',
  kd: 'class enum interface record var',
  kn: 'import package',
  kt: 'boolean byte char double float int long short void',
  kc: 'false null true',
};

export const KOTLIN: Words = {
  k: 'abstract actual annotation as break by catch companion constructor continue crossinline data do else expect external final finally for if in infix init inline inner internal is lateinit noinline open operator out override private protected public reified return sealed super suspend tailrec this throw try typealias vararg when where while',
  kd: 'class enum fun interface object val var',
  kn: 'import package',
  kc: 'false null true',
  kt: 'Any Boolean Byte Char Double Float Int List Long Map Set Short String Unit',
};

export const SWIFT: Words = {
  k: 'as async await break case catch continue default defer do else fallthrough fileprivate for guard if in indirect init inout internal is lazy mutating open override private public repeat rethrows return self Self static super switch throw throws try weak where while',
  kd: 'actor associatedtype class enum extension func let protocol struct subscript typealias var',
  kn: 'import',
  kc: 'false nil true',
  kt: 'Any Array Bool Character Dictionary Double Float Int Set String UInt Void',
};

export const DART: Words = {
  k: 'abstract as assert async await break case catch continue covariant default deferred do else extends external factory finally for get if implements in is late new on operator part required rethrow return sealed set show static super switch sync this throw try when while with yield',
  kd: 'class const enum extension final mixin typedef var',
  kn: 'export import library',
  kt: 'bool double dynamic int List Map num Object Set String void',
  kc: 'false null true',
};

export const GO: Words = {
  k: 'break case chan continue default defer else fallthrough for go goto if range return select switch',
  kd: 'const func interface map struct type var',
  kn: 'import package',
  kc: 'false iota nil true',
  kt: 'any bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32 uint64 uint8 uintptr',
  nb: 'append cap clear close copy delete len make max min new panic print println recover',
};

export const RUST: Words = {
  k: 'as async await break continue crate dyn else extern for if impl in loop match move mut pub ref return self Self static super unsafe where while',
  kd: 'const enum fn let struct trait type union',
  kn: 'mod use',
  kc: 'false true',
  kt: 'bool char f32 f64 i128 i16 i32 i64 i8 isize str u128 u16 u32 u64 u8 usize',
  nb: 'Box Err None Ok Option Result Some String Vec',
};

export const RUBY: Words = {
  k: 'BEGIN END alias begin break case class def do else elsif end ensure for if module next redo rescue retry return self super then undef unless until when while yield',
  kn: 'require require_relative include extend',
  kc: 'false nil true',
  ow: 'and in not or defined?',
  nb: 'attr_accessor attr_reader attr_writer lambda loop p print private proc protected public puts raise',
};

export const PHP: Words = {
  k: 'abstract and array as break callable case catch clone continue declare default do echo else elseif enddeclare endfor endforeach endif endswitch endwhile extends final finally fn for foreach global goto if implements include include_once instanceof insteadof isset list match new or print private protected public readonly require require_once return static switch throw try unset while xor yield',
  kd: 'class const enum function interface trait var',
  kn: 'namespace use',
  kc: 'false null true FALSE NULL TRUE',
};

export const SHELL: Words = {
  k: 'case do done elif else esac fi for function if in select then until while',
  nb: 'alias bg cd command declare echo eval exec exit export false fg getopts hash help jobs kill let local printf pwd read readonly return set shift source test time trap true type ulimit umask unalias unset wait',
};

export const POWERSHELL: Words = {
  k: 'begin break catch class continue data do dynamicparam else elseif end exit filter finally for foreach from function if in param process return switch throw trap try until using while',
};

export const SQL: Words = {
  k: 'add all alter analyze and any as asc begin between by cascade case check column commit constraint create cross current database default delete desc distinct do drop else end except exists explain fetch first following for foreign from full function grant group having if in index inner insert intersect into is join key language last lateral left like limit natural not nothing null nulls of offset on only or order outer over partition preceding primary procedure recursive references rename replace returning returns revoke right rollback rows schema select sequence set some table then to transaction trigger truncate unbounded union unique update using vacuum values view when where window with',
  kc: 'false true',
  kt: 'bigint bit boolean bytea char date decimal double float int integer interval json jsonb numeric precision real serial smallint text time timestamp timestamptz uuid varchar',
};

export const R: Words = {
  k: 'break else for function if in next repeat return while',
  kc: 'FALSE Inf NA NULL NaN TRUE',
};

export const HASKELL: Words = {
  k: 'case class data default deriving do else family forall foreign if in infix infixl infixr instance let newtype of then type where',
  kn: 'import module qualified as hiding',
  kc: 'True False',
};

export const SCALA: Words = {
  k: 'abstract case catch do else end extends final finally for given if implicit inline lazy match new override private protected return sealed super then this throw try using while with yield',
  kd: 'class def enum extension object trait type val var',
  kn: 'export import package',
  kc: 'false null true',
  kt: 'Any Boolean Byte Char Double Float Int List Long Map Option Seq Set Short String Unit',
};

export const ELIXIR: Words = {
  k: 'after case catch cond do else end fn for if quote raise receive rescue try unless unquote with',
  kd: 'def defdelegate defexception defguard defimpl defmacro defmodule defp defprotocol defstruct',
  kn: 'alias import require use',
  kc: 'false nil true',
  ow: 'and in not or when',
};

export const DOCKER: Words = {
  k: 'ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR',
};

export const CONSTANTS: Words = { kc: 'true false null yes no on off none True False' };
