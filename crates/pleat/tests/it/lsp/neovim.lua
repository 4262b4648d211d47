-- Drives `pleat lsp` in a headless Neovim: diagnostics, hover, code actions, edits, a syntax error.
-- Writes the text after one fold to one.c, and after all folds to all.c; ends with status 1 if
-- anything is not as it should be.

local function fail(message)
  io.stderr:write(message .. '\n')
  vim.cmd('cquit 1')
end

local function check(condition, message)
  if not condition then
    fail(message)
  end
end

local function messages()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.message)
  end
  return table.concat(found, '\n')
end

local function wait_for(what, condition)
  check(vim.wait(60000, condition, 20), 'no ' .. what .. ': ' .. messages())
end

local function shows(text)
  return function()
    return messages():find(text, 1, true) ~= nil
  end
end

-- Takes the code action whose title has this text.
local function act(line, column, text)
  vim.api.nvim_win_set_cursor(0, { line, column })
  vim.ui.select = function(items, options, choose)
    for _, item in ipairs(items) do
      if options.format_item(item):find(text, 1, true) then
        return choose(item)
      end
    end
    fail('no action ' .. text)
  end
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.code_action()
  wait_for('edit', function()
    return vim.api.nvim_buf_get_changedtick(0) ~= before
  end)
end

local function drive()
  vim.bo.filetype = 'c'
  local folder = vim.fn.expand('%:p:h')
  local client = vim.lsp.start_client({ name = 'pleat', cmd = { vim.env.PLEAT, 'lsp' }, root_dir = folder })
  vim.lsp.buf_attach_client(0, client)
  wait_for('diagnostics', shows('`t` folds: 3 rows'))
  check(shows('`s` folds')(), messages())
  check(#vim.diagnostic.get(0) == 3, messages())

  vim.api.nvim_win_set_cursor(0, { 12, 29 })
  vim.lsp.buf.hover()
  local hover = ''
  wait_for('hover', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local buffer = vim.api.nvim_win_get_buf(window)
        hover = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
      end
    end
    return hover ~= ''
  end)
  check(hover:find('`t` folds: 3 rows', 1, true), hover)

  act(3, 11, 'Fold `t`')
  vim.cmd('silent write! ' .. vim.fn.fnameescape(folder .. '/one.c'))
  wait_for('diagnostics after a fold', function()
    return shows('`s` folds')() and not shows('`t` folds')()
  end)

  vim.cmd('silent undo')
  wait_for('diagnostics after undo', shows('`t` folds: 3 rows'))
  vim.api.nvim_buf_set_lines(0, 4, 5, false, { '    for (int i = 0 i < {{{ n;' })
  wait_for('end of diagnostics', function()
    return not shows('`t` folds')()
  end)
  check(not vim.lsp.get_client_by_id(client).is_stopped(), 'the server has stopped')
  vim.cmd('silent undo')
  wait_for('diagnostics after a syntax error', shows('`t` folds: 3 rows'))

  act(1, 0, 'Fold all')
  vim.cmd('silent write! ' .. vim.fn.fnameescape(folder .. '/all.c'))
  vim.lsp.stop_client(client)
  wait_for('end', function()
    return vim.lsp.get_client_by_id(client) == nil
  end)
end

local ok, problem = pcall(drive)
if not ok then
  fail(tostring(problem))
end
vim.cmd('qall!')
