# Pleat in CMake:
#
#     include(Pleat.cmake)          before the targets
#     add_library(image blur.c)
#     pleat_fold(image)             compiles folded sources of this target
#
# `cmake --build build --target pleat-check` fails if an array of the project can get smaller.

find_program(PLEAT_PROGRAM pleat REQUIRED)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

function(pleat_fold target)
    set(launcher ${PLEAT_PROGRAM} cc ${ARGN} --)
    set_target_properties(${target} PROPERTIES C_COMPILER_LAUNCHER "${launcher}")
endfunction()

add_custom_target(pleat-check
    COMMAND ${PLEAT_PROGRAM} fold --check -p ${CMAKE_BINARY_DIR}
    VERBATIM)
