// The rules for the page's JavaScript beyond what TypeScript checks; Prettier lays it out.

const rules = {
  // mistakes
  "array-callback-return": "error",
  "consistent-return": "off", // a handler may end early with `return complain(…)`
  "default-case-last": "error",
  eqeqeq: "error",
  "no-async-promise-executor": "error",
  "no-constant-binary-expression": "error",
  "no-control-regex": "error",
  "no-dupe-else-if": "error",
  "no-empty": ["error", { allowEmptyCatch: false }],
  "no-fallthrough": "error",
  "no-invalid-regexp": "error",
  "no-irregular-whitespace": "error",
  "no-loss-of-precision": "error",
  "no-misleading-character-class": "error",
  "no-promise-executor-return": "off", // `(resolve) => setTimeout(resolve)` is the usual way to wait
  "no-prototype-builtins": "error",
  "no-self-compare": "error",
  "no-shadow": ["error", { builtinGlobals: false }],
  "no-sparse-arrays": "error",
  "no-template-curly-in-string": "error",
  "no-unmodified-loop-condition": "error",
  "no-unreachable-loop": "error",
  "no-unsafe-finally": "error",
  "no-unsafe-optional-chaining": "error",
  "no-unused-expressions": ["error", { allowShortCircuit: true }],
  "no-unused-vars": "error",
  "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
  "no-useless-assignment": "error",
  "no-var": "error",
  "prefer-const": "error",
  "require-atomic-updates": "off", // the one state of the page is changed after what was asked has come
  "use-isnan": "error",
  "valid-typeof": "error",
  // what the Content-Security-Policy forbids, and text that would be read as HTML
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-restricted-properties": [
    "error",
    { property: "innerHTML" },
    { property: "outerHTML" },
    { property: "insertAdjacentHTML" },
    { object: "document", property: "write" },
  ],
  // what can be read
  complexity: ["error", 20],
  "max-depth": ["error", 3],
  "max-len": ["error", { code: 120, ignorePattern: '^  \\w+: "M' }], // drawings of symbols are one text
  "max-lines": ["error", 400],
  "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
  "max-params": ["error", 6],
};

export default [
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules,
  },
];
